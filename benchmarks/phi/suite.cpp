#include "benchmarks/phi/suite.hpp"

#include "base/error.hpp"

namespace stiffbench {
namespace {

void measure(benchmark::State& run, Contestant& contestant) {
  try {
    if (!contestant.ready) contestant.tune();
  } catch (const Error& error) {
    contestant.failure = error.what();
    contestant.ready = true;
  }
  if (!contestant.failure.empty()) {
    run.SkipWithError(contestant.failure.c_str());
    return;
  }
  // All repetitions of one contestant come before the next: the task is still its own.
  State u;
  for (auto _ : run) contestant.task().run(u);
  run.counters["error"] = contestant.error;
  run.counters["tolerance"] = contestant.tolerance;
  run.counters["products"] = static_cast<double>(contestant.work.stiffness_products);
  run.counters["solves"] = static_cast<double>(contestant.work.solve);
}

}  // namespace

void Suite::add(const std::string& name, const std::shared_ptr<Exercise>& exercise,
                const Settings& settings, bool tuned, int repetitions, Contestant::MakeTask make) {
  contestants.push_back(
      std::make_unique<Contestant>(name, exercise, settings, tuned, std::move(make)));
  Contestant& contestant = *contestants.back();
  benchmark::RegisterBenchmark(name.c_str(), [&](benchmark::State& s) { measure(s, contestant); })
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.02)
      ->Repetitions(repetitions);
}

}  // namespace stiffbench
