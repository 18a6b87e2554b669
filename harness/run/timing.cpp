#include "harness/run/timing.hpp"

#include "base/error.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sched.h>

namespace stiffbench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void advance(const Problem& problem, AnyIntegrator& method, State& u) {
  const Outcome outcome = method.step(u);
  if (!outcome.ok())
    throw Error("a timed run must go as its observed pass did",
                std::string(to_string(outcome.status)) + ": " + outcome.reason,
                "report this: the integrator is not repeatable");
  u = problem.after_step(std::move(u));
}

Sample one_pass(const RunPlan& plan) {
  const CountedProblem counted(*plan.problem);
  AnyIntegrator method = plan.integrator;
  State u = plan.problem->start();
  const auto before = Clock::now();
  method.init(counted, plan.h);
  const double setup = since(before);
  const auto start = Clock::now();
  for (long i = 0; i < plan.count; ++i) advance(*plan.problem, method, u);
  return {.setup = setup, .stepping = since(start)};
}

}  // namespace

std::optional<long> pin_to_core() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
  int core = CPU_SETSIZE - 1;
  while (core >= 0 && !CPU_ISSET(core, &allowed)) --core;
  if (core < 0) return std::nullopt;
  CPU_ZERO(&allowed);
  CPU_SET(core, &allowed);
  if (::sched_setaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
  return core;
}

Sample time_run(const RunPlan& plan) {
  constexpr double meaningful = 1e-3, patience = 0.25;
  const auto start = Clock::now();
  Sample sum;
  int passes = 0;
  do {
    const Sample pass = one_pass(plan);
    sum.setup += pass.setup;
    sum.stepping += pass.stepping;
    ++passes;
  } while (sum.stepping < meaningful && since(start) < patience);
  return {.setup = sum.setup / passes, .stepping = sum.stepping / passes};
}

void warm_up(const RunPlan& plan) {
  const CountedProblem counted(*plan.problem);
  AnyIntegrator method = plan.integrator;
  State u = plan.problem->start();
  method.init(counted, plan.h);
  const auto start = Clock::now();
  for (long i = 0; i < plan.count && since(start) < 0.01; ++i) advance(*plan.problem, method, u);
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
