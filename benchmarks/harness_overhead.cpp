// What the harness adds to a step: time_run() against a bare loop of the same integrator, in turns
// within one run of this program. It may be 2% on the 1k bunny and a microsecond a step on the
// chain.
//   build/release/benchmarks/bench_harness_overhead

#include "base/system/use_threads.hpp"
#include "harness/run/timing.hpp"

#include <benchmark/benchmark.h>
#include <chrono>

namespace {

using namespace stiffbench;

double bare_loop(const RunPlan& plan) {
  const CountedProblem counted(*plan.problem);
  AnyIntegrator method = plan.integrator;
  State u = plan.problem->start();
  method->init(counted, plan.h);
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < plan.count; ++i) method->step(u);
  benchmark::DoNotOptimize(u.x.data());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void overhead(benchmark::State& state, const std::string& problem, const std::string& integrator,
              long count) {
  use_one_thread();
  RunRequest request{.integrator = integrator};
  request.count = count;
  const RunPlan plan = make_plan(ProblemRegistry::instance().make(problem), request);
  warm_up(plan);
  std::vector<double> bare, timed;
  for (auto _ : state) {
    // Both are timed in turns and in both orders: a slow spell of the machine then affects both.
    bare.push_back(bare_loop(plan));
    timed.push_back(time_run(plan).stepping);
    timed.push_back(time_run(plan).stepping);
    bare.push_back(bare_loop(plan));
    state.SetIterationTime(bare.back() + timed.back());
  }
  // The smallest time is that of the undisturbed machine.
  const double least_bare = *std::min_element(bare.begin(), bare.end());
  const double least_timed = *std::min_element(timed.begin(), timed.end());
  state.counters["ratio"] = least_timed / least_bare;
  state.counters["extra_ns_per_step"] =
      1e9 * (least_timed - least_bare) / static_cast<double>(plan.count);
}

BENCHMARK_CAPTURE(overhead, fput, "fput", "velocity_verlet", 100000)
    ->UseManualTime()
    ->Iterations(40);
BENCHMARK_CAPTURE(overhead, bunny_1k, "bunny", "velocity_verlet", 100)
    ->UseManualTime()
    ->Iterations(200);

}  // namespace

BENCHMARK_MAIN();
