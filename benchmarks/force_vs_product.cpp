// Force evaluation, stiffness and product with K on the 8k bunny, against a triad a = b + s c over
// the same bytes as the product reads. Only ratios within one run mean anything:
//   build/release/benchmarks/bench_force_vs_product
// ends with them.

#include "fastest.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "problems/contract/registry.hpp"
#include "triad.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

using namespace stiffbench;

namespace {

struct Bunny8k {
  std::unique_ptr<Problem> problem = ProblemRegistry::instance().make("bunny", {{"size", "8k"}});
  State state = problem->start();
  Mat K;
  Vec f, y = Vec::Zero(problem->dof());

  Bunny8k() {
    state.x = 1e-3 * Vec::LinSpaced(problem->dof(), -1, 1).array().sin().matrix();
    problem->stiffness(state, K);
  }
};

Bunny8k& bunny() {
  static Bunny8k made;
  return made;
}

void force(benchmark::State& run) {
  Bunny8k& b = bunny();
  for (auto _ : run) {
    b.problem->force(b.state, b.f);
    benchmark::DoNotOptimize(b.f.data());
  }
}

void jacobian_times(benchmark::State& run) {
  Bunny8k& b = bunny();
  for (auto _ : run) {
    b.problem->jacobian_times(b.state, b.state.x, b.state.x, b.f);
    benchmark::DoNotOptimize(b.f.data());
  }
}

void stiffness(benchmark::State& run) {
  Bunny8k& b = bunny();
  for (auto _ : run) {
    b.problem->stiffness(b.state, b.K);
    benchmark::DoNotOptimize(b.K.valuePtr());
  }
}

void product(benchmark::State& run) {
  Bunny8k& b = bunny();
  Work work;
  for (auto _ : run) {
    multiply(b.K, b.problem->block_size(), b.state.x, b.y, work);
    benchmark::DoNotOptimize(b.y.data());
  }
}

void symmetric_assign(benchmark::State& run) {
  Bunny8k& b = bunny();
  SymmetricProduct K;
  for (auto _ : run) {
    K.assign(b.K, b.problem->block_size());
    benchmark::DoNotOptimize(&K);
  }
}

/// Times the product with half of K, for m vectors in one sweep.
template <int m>
void symmetric(benchmark::State& run) {
  Bunny8k& b = bunny();
  SymmetricProduct K;
  K.assign(b.K, b.problem->block_size());
  const Vectors X = b.state.x.replicate(1, m);
  Vectors Y = X;
  Work work;
  for (auto _ : run) {
    K.times(X, Y, work);
    benchmark::DoNotOptimize(Y.data());
  }
}

void triad(benchmark::State& run) {
  const Mat& K = bunny().K;
  // Three rows share their column indices.
  run_triad(run, K.nonZeros() * static_cast<Eigen::Index>(sizeof(double)) +
                     K.nonZeros() / 3 * static_cast<Eigen::Index>(sizeof(int)));
}

BENCHMARK(force)->Unit(benchmark::kMicrosecond);
BENCHMARK(jacobian_times)->Unit(benchmark::kMicrosecond);
BENCHMARK(stiffness)->Unit(benchmark::kMicrosecond);
BENCHMARK(product)->Unit(benchmark::kMicrosecond);
BENCHMARK(symmetric_assign)->Unit(benchmark::kMicrosecond);
BENCHMARK(symmetric<1>)->Unit(benchmark::kMicrosecond);
BENCHMARK(symmetric<2>)->Unit(benchmark::kMicrosecond);
BENCHMARK(symmetric<3>)->Unit(benchmark::kMicrosecond);
BENCHMARK(symmetric<4>)->Unit(benchmark::kMicrosecond);
BENCHMARK(triad)->Unit(benchmark::kMicrosecond);

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  for (const char* over : {"force", "jacobian_times", "stiffness"})
    fastest.print_ratio(over, "product");
  fastest.print_ratio("product", "triad");
  fastest.print_ratio("symmetric<1>", "triad");
  for (const char* over :
       {"symmetric_assign", "symmetric<1>", "symmetric<2>", "symmetric<3>", "symmetric<4>"})
    fastest.print_ratio(over, "product");
  for (int m = 2; m <= 4; ++m)
    fastest.print_ratio(fmt::format("symmetric<{}>", m), "symmetric<1>", m);
}
