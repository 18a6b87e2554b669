// Checks the order of every integrator on every problem that declares parameters for order checks.

#include "harness/checks/orders.hpp"

#include "base/error.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/observe.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "reference/scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiffbench {
namespace {

constexpr int checkpoints = 4;  // an error may vanish at one time, hardly at four
constexpr double digits_of_extended = 13;

struct Trial {
  OrderProblem from;
  std::shared_ptr<const Problem> problem = {};
  std::vector<State> true_states = {};
  MotionScale scale = {};
  std::string unresolvable = {};  // reason for missing true states, or empty
};

/// Returns the scale of a motion. The estimate does not detect contacts, but the true states do.
MotionScale scale_of(const Problem& problem, const Judge& judge) {
  const references::ScaleEstimate scales = references::estimate_scales(problem);
  MotionScale scale{.end_time = problem.end_time(),
                    .rate = scales.rate,
                    .growth = scales.growth.value_or(1),
                    .reference_error = judge.digits() ? std::pow(10, -*judge.digits()) : 0,
                    .multiple = std::lcm(checkpoints, std::max(1L, clock_ticks(problem)))};
  if (!problem.traits().smooth)
    for (const State& u : judge.states())
      scale.rate = std::max(scale.rate, references::fastest_rate(problem, u));
  return scale;
}

Trial make_trial(const OrderProblem& from, std::optional<double> digits) {
  Trial trial{from};
  trial.problem = ProblemRegistry::instance().make(from.problem, from.parameters);
  if (!digits) digits = order_reference(*trial.problem).digits;
  const Judge judge(*trial.problem, {.checkpoints = checkpoints, .digits = digits});
  trial.true_states = judge.states();
  trial.unresolvable = judge.refusal();
  if (trial.unresolvable.empty()) trial.scale = scale_of(*trial.problem, judge);
  return trial;
}

/// Returns the end of one run. An Error counts as a failed step.
RunEnd run_of(const Trial& trial, const RunRequest& request) try {
  const Observation observation = observe(make_plan(trial.problem, request));
  if (observation.status != Status::ok)
    return {.failure = fmt::format("{}, {}", to_string(observation.status), observation.reason)};
  return {.error = largest_relative_difference(observation.checkpoints, trial.true_states),
          .passed_discontinuity = observation.passed_discontinuity};
} catch (const Error& error) {
  return {.failure = error.what()};
}

/// Performs the check; it runs in a separate process.
OrderCheck check(OrderCheck result, const Settings& settings, const Trial& trial, double seconds) {
  const AnyIntegrator method = IntegratorRegistry::instance().make(result.integrator, settings);
  Measurement& m = result.measurement;
  if (m.reason = method->why_not_applicable(*trial.problem); !m.reason.empty()) {
    m.verdict = OrderVerdict::not_applicable;
    return result;
  }
  result.declared = method->order(*trial.problem);
  if (m.reason = trial.unresolvable; !m.reason.empty()) return result;
  RunRequest request{.integrator = result.integrator, .integrator_settings = settings};
  request.checkpoints = checkpoints;
  const auto run = [&](long count) {
    request.count = count;
    return run_of(trial, request);
  };
  const auto stability = method->stability();
  m = measure_order(trial.scale, result.declared, run, seconds,
                    stability ? stability->properties().linear_order : 0);
  return result;
}

OrderCheck check_apart(OrderCheck result, const Settings& settings, const Trial& trial,
                       const Limits& limits) {
  const double seconds = limits.timeout ? *limits.timeout / 2 : INFINITY;
  const JobEnd process =
      isolate([&] { return to_json(check(result, settings, trial, seconds)).dump(); }, limits);
  if (process.status == Status::ok) return order_check_from_json(Json::parse(process.result));
  const bool in_limits =
      process.status != Status::timeout && process.status != Status::out_of_memory;
  result.status = process.status;
  result.measurement = {.verdict = in_limits ? OrderVerdict::failed : OrderVerdict::not_resolvable,
                        .reason = process.reason};
  return result;
}

}  // namespace

std::vector<OrderProblem> declared_sets(const std::string& problem) {
  std::vector<OrderProblem> sets;
  for (const auto& entry : ProblemRegistry::instance().all()) {
    const std::string& name = entry.facts.name;
    const auto& checks = entry.facts.order_checks;
    for (std::size_t i = 0; (problem.empty() || problem == name) && i < checks.size(); ++i)
      sets.push_back(
          {name, checks.size() > 1 ? fmt::format("{}/{}", name, i + 1) : name, checks[i]});
  }
  return sets;
}

ReferenceOptions order_reference(const Problem& problem) {
  ReferenceOptions options{.checkpoints = checkpoints};
  if (dynamic_cast<const ExtendedForce*>(&problem)) options.digits = digits_of_extended;
  return options;
}

std::vector<OrderCheck> check_orders(const OrderRequest& request,
                                     const std::function<void(const OrderCheck&)>& report) {
  std::vector<OrderCheck> checks;
  const auto add = [&](OrderCheck check) {
    report(check);
    checks.push_back(std::move(check));
  };
  const auto& methods = IntegratorRegistry::instance();
  for (const auto& name : request.integrators) methods.make(name);  // reports unknown names first
  std::vector<Trial> trials;
  for (const auto& problem : request.problems)
    trials.push_back(make_trial(problem, request.digits));
  for (const auto& method : methods.all()) {
    const std::string name = method->facts().name;
    if (!request.integrators.empty() && std::ranges::count(request.integrators, name) == 0)
      continue;
    const auto nowhere = [&](OrderVerdict verdict, const std::string& reason) {
      add({.integrator = name, .measurement = {.verdict = verdict, .reason = reason}});
    };
    const Settings settings = method->order_settings();
    if (methods.make(name, settings)->adaptive()) {
      nowhere(OrderVerdict::not_applicable, "it chooses its own steps");
      continue;
    }
    bool measured = false;
    for (const auto& trial : trials) {
      const auto& [problem, set, parameters] = trial.from;
      add(check_apart({name, problem, set, parameters}, settings, trial, request.limits));
      const OrderVerdict verdict = checks.back().measurement.verdict;
      measured = measured || verdict == OrderVerdict::ok || verdict == OrderVerdict::missed;
    }
    if (!measured && request.must_measure) nowhere(OrderVerdict::missed, "measured nowhere");
  }
  return checks;
}

}  // namespace stiffbench
