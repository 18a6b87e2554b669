// The decomposition of displacement gradients that materials start from, and the decomposition of a
// symmetric matrix inside it, against the iterative one of Eigen. Only ratios within one run mean
// anything:
//   build/release/benchmarks/bench_principal_stretches
// ends with them.

#include "fastest.hpp"
#include "problems/solids/materials/stretches.hpp"
#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

#include <random>

using namespace stiffbench;

namespace {

/// Displacement gradients of a body, half of them small.
template <class Scalar>
const std::vector<Matrix3<Scalar>>& gradients() {
  static const auto made = [] {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<Matrix3<Scalar>> all;
    for (int i = 0; i < 1000; ++i)
      all.push_back(Matrix3<Scalar>::NullaryExpr(
          [&] { return Scalar((i % 2 ? 0.3 : 1e-3) * number(generator)); }));
    return all;
  }();
  return made;
}
template <class Scalar>
Matrix3<Scalar> strain(const Matrix3<Scalar>& G) {
  return G + G.transpose() + G.transpose() * G;
}

template <class Scalar>
void decomposition(benchmark::State& run) {
  for (auto _ : run)
    for (const auto& G : gradients<Scalar>())
      benchmark::DoNotOptimize(principal(G).stretches.s.data());
}
template <class Scalar>
void own(benchmark::State& run) {
  for (auto _ : run)
    for (const auto& G : gradients<Scalar>())
      benchmark::DoNotOptimize(symmetric_eigen(strain(G)).values.data());
}
template <class Scalar>
void iterative(benchmark::State& run) {
  for (auto _ : run)
    for (const auto& G : gradients<Scalar>())
      benchmark::DoNotOptimize(
          Eigen::SelfAdjointEigenSolver<Matrix3<Scalar>>(strain(G)).eigenvalues().data());
}

BENCHMARK(decomposition<double>);
BENCHMARK(own<double>);
BENCHMARK(iterative<double>);
BENCHMARK(decomposition<long double>);
BENCHMARK(own<long double>);
BENCHMARK(iterative<long double>);

}  // namespace

int main(int count, char** words) {
  return print_ratios(count, words,
                      {{"own<double>", "iterative<double>"},
                       {"decomposition<double>", "iterative<double>"},
                       {"own<long double>", "iterative<long double>"},
                       {"decomposition<long double>", "iterative<long double>"}});
}
