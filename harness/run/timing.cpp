#include "harness/run/timing.hpp"

#include "base/error.hpp"
#include "base/system/use_threads.hpp"
#include "harness/run/initial_state.hpp"
#include "integrators/contract/step_driver.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <sched.h>
#include <time.h>

namespace stiffbench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void advance(StepDriver& driver, State& u) {
  const Outcome outcome = driver.step(u);
  if (!outcome.ok())
    throw Error("a timed run must go as its observed pass did",
                std::string(to_string(outcome.status)) + ": " + outcome.reason,
                "report this: the integrator is not repeatable");
}

/// Returns the time (s) of the selected clock, from a fixed origin.
double now(bool of_cpu) {
  timespec time{};
  ::clock_gettime(of_cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Sample one_pass(const RunPlan& plan, bool of_cpu) {
  StepDriver driver(*plan.problem, plan.integrator);
  State u = initial_state(plan);
  const double before = now(of_cpu);
  driver.init(u, plan.h);
  const double start = now(of_cpu);
  for (long i = 0; i < plan.count; ++i) advance(driver, u);
  return {.setup = start - before, .stepping = now(of_cpu) - start};
}

}  // namespace

std::optional<long> pin_to_cores(long threads) {
  cpu_set_t allowed, last;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
  CPU_ZERO(&last);
  std::optional<long> core;
  for (int i = CPU_SETSIZE - 1; i >= 0 && CPU_COUNT(&last) < threads; --i) {
    if (!CPU_ISSET(i, &allowed)) continue;
    if (!core) core = i;
    CPU_SET(i, &last);
  }
  if (CPU_COUNT(&last) < threads || ::sched_setaffinity(0, sizeof last, &last) != 0)
    return std::nullopt;
  return core;
}

Sample time_run(const RunPlan& plan, const Timing& timing) {
  const auto start = Clock::now();
  Sample sum, fastest{.stepping = std::numeric_limits<double>::infinity()};
  int passes = 0;
  do {
    const Sample pass = one_pass(plan, timing.of_cpu);
    sum.setup += pass.setup;
    sum.stepping += pass.stepping;
    if (pass.total() < fastest.total()) fastest = pass;
    ++passes;
  } while (sum.total() < timing.at_least && since(start) < timing.patience);
  if (timing.fastest) return fastest;
  return {.setup = sum.setup / passes, .stepping = sum.stepping / passes};
}

void warm_up(const RunPlan& plan) {
  StepDriver driver(*plan.problem, plan.integrator);
  State u = initial_state(plan);
  driver.init(u, plan.h);
  const auto start = Clock::now();
  for (long i = 0; i < plan.count && since(start) < 0.01; ++i) advance(driver, u);
}

Sample pinned_sample(const RunPlan& plan) {
  const auto core = pin_to_cores(plan.request.threads);
  use_threads(plan.request.threads);
  warm_up(plan);
  Sample sample = time_run(plan);
  sample.core = core;
  return sample;
}

Runtime summary(const std::vector<Sample>& samples) {
  using boost::math::statistics::median;
  Runtime runtime;
  std::vector<double> setups, steppings, deviations;
  for (const Sample& sample : samples) {
    setups.push_back(sample.setup);
    steppings.push_back(sample.stepping);
  }
  runtime.samples = steppings;
  runtime.setup = median(setups);
  runtime.median = median(steppings);
  // Boost 1.74 has median_absolute_deviation(), but it does not subtract the median.
  for (const double time : steppings) deviations.push_back(std::abs(time - runtime.median));
  runtime.mad = median(deviations);
  const auto core = samples.front().core;
  if (std::ranges::all_of(samples, [&](const Sample& sample) { return sample.core == core; }))
    runtime.pinned_core = core;
  return runtime;
}

}  // namespace stiffbench
