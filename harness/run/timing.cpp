#include "harness/run/timing.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <chrono>

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
  return {setup, since(start)};
}

}  // namespace

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
  return {sum.setup / passes, sum.stepping / passes};
}

void warm_up(const RunPlan& plan) {
  const CountedProblem counted(*plan.problem);
  AnyIntegrator method = plan.integrator;
  State u = plan.problem->start();
  method.init(counted, plan.h);
  const auto start = Clock::now();
  for (long i = 0; i < plan.count && since(start) < 0.01; ++i) advance(*plan.problem, method, u);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double median_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (double value : values) distances.push_back(std::abs(value - middle));
  return median(std::move(distances));
}

}  // namespace stiffbench
