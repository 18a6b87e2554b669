#include "harness/run/judge.hpp"

#include "harness/run/initial_state.hpp"
#include "problems/contract/error_measures.hpp"
#include "reference/reference.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

std::vector<State> exact_states(const Problem& problem, long checkpoints) {
  std::vector<State> states;
  for (long i = 1; i <= checkpoints; ++i) {
    const double t = problem.end_time() * static_cast<double>(i) / static_cast<double>(checkpoints);
    if (auto exact = problem.exact(t)) states.push_back(std::move(*exact));
  }
  return states;
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::map<std::string, double>;

/// Returns the difference of two outputs, or NaN if one of the runs lacks the number. For instance,
/// a run without an impact has no impact time.
double difference(const Numbers& a, const Numbers& b, const std::string& name) {
  const auto in_a = a.find(name), in_b = b.find(name);
  return in_a == a.end() || in_b == b.end() ? unknown : in_a->second - in_b->second;
}

/// Runs the observed pass. A perturbed start may be infeasible although the problem's own is not.
Observation observe_from_start(const RunPlan& plan) {
  if (!plan.start || std::isfinite(plan.problem->potential(initial_state(plan))))
    return observe(plan);
  Observation nothing;
  nothing.status = Status::infeasible;
  nothing.reason = "the potential is not finite at the perturbed start";
  return nothing;
}

}  // namespace

std::string Judge::identity_of(const Problem& problem, const Options& options) {
  if (!exact_states(problem, options.checkpoints).empty()) return "exact";
  if (!options.with_reference) return "none";
  return reference_hash(problem, static_cast<int>(options.checkpoints));
}

Judge::Judge(const Problem& problem, const Options& options)
    : identity_(identity_of(problem, options)),
      states_(exact_states(problem, options.checkpoints)) {
  if (options.digits) check_digits(*options.digits);
  if (!states_.empty() || !options.with_reference) return;
  ReferenceOptions request;
  request.checkpoints = static_cast<int>(options.checkpoints);
  request.digits = options.digits;
  request.progress = options.progress;
  const Reference solution = reference(problem, request);
  refusal_ = solution.refused;
  if (!refusal_.empty()) return;
  states_ = solution.states;
  digits_ = solution.digits;
  floors_ = floors(problem, solution);
  outputs_ = solution.outputs;
  second_outputs_ = solution.second_outputs;
}

std::optional<RunError> Judge::error(const Problem& problem, const Observation& observation) const {
  if (!refusal_.empty())
    return RunError{.reference = identity_,
                    .measures = {unknown, unknown, unknown, unknown, unknown, unknown},
                    .pointwise = refusal_};
  if (states_.empty()) return std::nullopt;
  RunError error{.reference = floors_ ? identity_ : "",
                 .digits = digits_,
                 .floor = floors_,
                 .measures = measure(problem, observation.checkpoints, states_)};
  if (!observation.outputs) return error;
  const Numbers numbers = numbers_of(*observation.outputs);
  for (const auto& [name, value] : outputs_)
    error.outputs[name] = {value, difference(numbers, outputs_, name),
                           difference(second_outputs_, outputs_, name)};
  return error;
}

Observation observe_and_judge(const RunPlan& plan, const Judge& judge) {
  Observation observation = observe_from_start(plan);
  if (observation.status != Status::ok) return observation;
  observation.error = judge.error(*plan.problem, observation);
  if (plan.request.keep_final) observation.final = observation.checkpoints.back();
  return observation;
}

}  // namespace stiffbench
