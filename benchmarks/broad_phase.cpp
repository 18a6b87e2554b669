// What a new list of near pairs costs: the force on a body in contact at states so far apart that
// each needs one, in turns, against the force at one of them. Less one, the ratio is that of the
// broad phase to a force. Only ratios within one run mean anything:
//   build/release/benchmarks/bench_broad_phase
// ends with them.

#include "benchmarks/fastest.hpp"
#include "harness/checks/kernels/kernel.hpp"

using namespace stiffbench;

int main(int count, char** words) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [nx, ny] : {std::pair<long, long>{8, 12}, {30, 50}, {60, 100}}) {
    const auto kernels = brush_kernels(nx, ny);
    const auto name = [](const Kernel& kernel) { return kernel.problem + ", " + kernel.name; };
    for (const Kernel& kernel : kernels)
      benchmark::RegisterBenchmark(name(kernel).c_str(), [work = kernel.work](auto& run) {
        for (auto _ : run) work();
      })->Unit(benchmark::kMillisecond);
    pairs.emplace_back(name(kernels.back()), name(kernels.front()));
  }
  return print_ratios(count, words, pairs);
}
