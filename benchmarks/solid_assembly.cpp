// Force and stiffness of 105 456 tetrahedra, the rotating cube of 26^3 cells deformed at random,
// against a product with K. Only ratios within one run mean anything:
//   build/release/benchmarks/bench_solid_assembly
// ends with them.

#include "fastest.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"

#include <memory>

using namespace stiffbench;

namespace {

struct Cube {
  std::unique_ptr<Problem> problem =
      ProblemRegistry::instance().make("rotating_cube", {{"cells", 26L}});
  State state = problem->start();
  Mat K;
  Vec f, y = Vec::Zero(problem->dof());

  Cube() {
    state.x = problem->typical_displacement() *
              Vec::LinSpaced(problem->dof(), 0, 1e6).array().sin().matrix();
    problem->stiffness(state, K);
  }
};

Cube& cube() {
  static Cube made;
  return made;
}

void force(benchmark::State& run) {
  Cube& c = cube();
  for (auto _ : run) {
    c.problem->force(c.state, c.f);
    benchmark::DoNotOptimize(c.f.data());
  }
}

/// Times K, `projected` or not, and the force.
template <bool projected>
void assembly(benchmark::State& run) {
  Cube& c = cube();
  for (auto _ : run) {
    c.problem->force(c.state, c.f);
    if (projected)
      projected_stiffness(*c.problem, c.state, c.K);
    else
      c.problem->stiffness(c.state, c.K);
    benchmark::DoNotOptimize(c.K.valuePtr());
  }
}

void product(benchmark::State& run) {
  Cube& c = cube();
  Work work;
  for (auto _ : run) {
    multiply(c.K, c.problem->block_size(), c.state.x, c.y, work);
    benchmark::DoNotOptimize(c.y.data());
  }
}

BENCHMARK(force)->Unit(benchmark::kMillisecond);
BENCHMARK(assembly<false>)->Unit(benchmark::kMillisecond);
BENCHMARK(assembly<true>)->Unit(benchmark::kMillisecond);
BENCHMARK(product)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int count, char** words) {
  return print_ratios(
      count, words,
      {{"force", "product"}, {"assembly<false>", "product"}, {"assembly<true>", "product"}});
}
