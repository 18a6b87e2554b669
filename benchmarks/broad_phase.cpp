// What a new list of near pairs costs: the force on a body at states so far apart that each needs
// one, in turns, against the force at one of them, for three brushes and three heads of hair. Less
// one, the ratio is that of the broad phase to a force. Only ratios within one run mean anything:
//   build/release/benchmarks/bench_broad_phase
// ends with them.

#include "benchmarks/fastest.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "problems/contract/registry.hpp"

#include <memory>

using namespace stiffbench;

namespace {

/// The force on this many fibres, and the force in turns at two states 0.2 mm apart.
std::vector<Kernel> hair_kernels(long fibres) {
  struct Hair {
    std::unique_ptr<Problem> problem;
    State state;
    Vec elsewhere, f;
  };
  const auto hair = std::make_shared<Hair>();
  hair->problem = ProblemRegistry::instance().make("hair", {{"fibres", fibres}});
  hair->state = hair->problem->start();
  hair->elsewhere = hair->state.x.array() + 0.2;  // by more than half a skin
  const auto force = [hair] {
    hair->problem->force(hair->state, hair->f);
    use(hair->f.data());
  };
  const auto broad_phase = [hair, force] {
    std::swap(hair->state.x, hair->elsewhere);
    force();
  };
  const std::string problem = "hair " + std::to_string(fibres);
  return {{"force", problem, compiled_set(), 0, force},
          {"force with a broad phase", problem, compiled_set(), 0, broad_phase}};
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::vector<Kernel>> bodies;
  for (const auto& [nx, ny] : {std::pair<long, long>{8, 12}, {30, 50}, {60, 100}})
    bodies.push_back(brush_kernels(nx, ny));
  for (const long fibres : {600, 6000, 60000}) bodies.push_back(hair_kernels(fibres));
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& kernels : bodies) {
    const auto name = [](const Kernel& kernel) { return kernel.problem + ", " + kernel.name; };
    for (const Kernel& kernel : {kernels.front(), kernels.back()})
      benchmark::RegisterBenchmark(name(kernel).c_str(), [work = kernel.work](auto& run) {
        for (auto _ : run) work();
      })->Unit(benchmark::kMillisecond);
    pairs.emplace_back(name(kernels.back()), name(kernels.front()));
  }
  return print_ratios(count, words, pairs);
}
