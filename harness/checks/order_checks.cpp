// Checks the order of every integrator on every problem that names parameters for order checks.

#include "harness/checks/orders.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/observe.hpp"
#include "problems/contract/error_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr long checkpoints = 4;  // an error may pass through zero at one time, hardly at four

struct Trial {
  std::shared_ptr<const Problem> problem;
  std::string label;
  std::vector<State> true_states;
  double reference_error = 0;     // relative
  std::string unresolvable = {};  // why there are no true states, or empty
  bool is_offered = true;         // by the problem's own order_checks, not by the user
};

/// The trial of a problem. Where its reference is refused, `unresolvable` says why.
Trial make_trial(const OrderProblem& from, bool is_offered) {
  const Judge judge(*from.problem, {.checkpoints = checkpoints, .digits = from.digits});
  return {from.problem,    from.label,
          judge.states(),  judge.digits() ? std::pow(10, -*judge.digits()) : 0,
          judge.refusal(), is_offered};
}

OrderCheck check(const std::string& name, const Settings& settings, const Trial& trial) {
  const AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  OrderCheck result{.integrator = name, .problem = trial.label};
  if (result.skip_reason = method.unfit(*trial.problem); !result.skip_reason.empty()) return result;
  result.declared = method.order(*trial.problem);
  if (!trial.unresolvable.empty()) {
    result.skip_reason = "not resolvable: " + trial.unresolvable;
    return result;
  }
  const auto measurement = measure_order(
      trial.problem->end_time(), result.declared,
      [&](long count) -> std::optional<double> {
        RunRequest request{.integrator = name, .integrator_settings = settings};
        request.count = count;
        request.checkpoints = checkpoints;
        const Observation observation = observe(make_plan(trial.problem, request));
        if (observation.status != Status::ok) return std::nullopt;
        return largest_relative_difference(observation.checkpoints, trial.true_states);
      },
      trial.reference_error);
  result.fit = measurement.fit;
  if (measurement.exact)
    result.skip_reason = "exact here: every error is at round-off";
  else if (measurement.never_ran && !trial.is_offered)
    result.skip_reason = "not resolvable: no run ended well, however small its steps";
  else if (measurement.at_floor || (measurement.scattered && !trial.is_offered))
    result.skip_reason = fmt::format(
        "not resolvable: as soon as it runs its errors are those of the reference, {:.1e}",
        trial.reference_error);
  else if (measurement.hidden)
    result.skip_reason = "not resolvable: errors of higher order are larger down to round-off";
  else
    result.missed = is_miss(result.declared, result.fit);
  return result;
}

/// The problems that the registry offers for order checks, with the parameters of each check.
std::vector<OrderProblem> offered_problems() {
  std::vector<OrderProblem> problems;
  for (auto& entry : ProblemRegistry::instance().all())
    for (auto& settings : entry.facts.order_checks) {
      std::string label = entry.facts.name;
      for (auto& [name, value] : settings) label += " " + name + "=" + to_string(value);
      problems.push_back(
          {ProblemRegistry::instance().make(entry.facts.name, settings), std::move(label)});
    }
  return problems;
}

}  // namespace

std::vector<OrderCheck> check_orders(const std::vector<std::string>& integrators,
                                     const std::function<void(const OrderCheck&)>& report,
                                     const std::optional<OrderProblem>& only) {
  std::vector<OrderCheck> checks;
  const auto add = [&](OrderCheck check) {
    report(check);
    checks.push_back(std::move(check));
  };
  for (auto& name : integrators) IntegratorRegistry::instance().make(name);  // unknown names first
  std::vector<Trial> trials;
  for (auto& problem : only ? std::vector{*only} : offered_problems())
    trials.push_back(make_trial(problem, !only));
  for (auto& method : IntegratorRegistry::instance().all()) {
    const std::string name = method.facts().name;
    if (!integrators.empty() &&
        std::find(integrators.begin(), integrators.end(), name) == integrators.end())
      continue;
    const Settings settings = method.order_settings();
    if (IntegratorRegistry::instance().make(name, settings).adaptive()) {
      add({.integrator = name, .problem = "all", .skip_reason = "it chooses its own steps"});
      continue;
    }
    bool measured = false;
    for (auto& trial : trials) {
      add(check(name, settings, trial));
      measured = measured || checks.back().skip_reason.empty();
    }
    if (!measured && !only)
      add({.integrator = name,
           .problem = "all",
           .skip_reason = "measured nowhere",
           .missed = true});
  }
  return checks;
}

}  // namespace stiffbench
