#include "harness/run/judge.hpp"

#include "reference/reference.hpp"

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

Json describe(const ErrorMeasures& e) {
  const auto pair = [](double max, double relative) {
    return Json{{"max", finite_or_null(max)}, {"l2_relative", finite_or_null(relative)}};
  };
  return {{"position", pair(e.position_max, e.position_l2_relative)},
          {"velocity", pair(e.velocity_max, e.velocity_l2_relative)},
          {"state_max", finite_or_null(e.state_max)},
          {"energy_norm_relative", finite_or_null(e.energy_norm_relative)}};
}

/// No number is known.
Json refusal(const std::string& reference, const std::string& why) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Json json = describe({none, none, none, none, none, none});
  json.update({{"reference", reference}, {"digits", nullptr}, {"floor", nullptr}});
  json["pointwise"] = why;
  return json;
}

using Numbers = std::map<std::string, double>;

/// Null where one of the two lacks the number, as the time of an impact that it did not see.
Json difference(const Numbers& a, const Numbers& b, const std::string& name) {
  const auto in_a = a.find(name), in_b = b.find(name);
  if (in_a == a.end() || in_b == b.end()) return nullptr;
  return finite_or_null(in_a->second - in_b->second);
}

Json compare(const Numbers& got, const Numbers& reference, const Numbers& second) {
  Json json = Json::object();
  for (auto& [name, value] : reference)
    json[name] = {{"reference", value},
                  {"difference", difference(got, reference, name)},
                  {"floor", difference(second, reference, name)}};
  return json;
}

}  // namespace

Judge::Judge(const Problem& problem, const Options& options)
    : states_(exact_states(problem, options.checkpoints)) {
  if (!states_.empty()) {
    identity_ = "exact";
    return;
  }
  if (!options.with_reference) return;
  ReferenceOptions asked;
  asked.checkpoints = static_cast<int>(options.checkpoints);
  asked.digits = options.digits;
  asked.progress = options.progress;
  const Reference found = reference(problem, asked);
  identity_ = found.hash;
  refused_ = found.refused;
  if (!refused_.empty()) return;
  states_ = found.states;
  digits_ = found.digits;
  floors_ = floors(problem, found);
  outputs_ = found.outputs;
  second_outputs_ = found.second_outputs;
}

Json Judge::error(const Problem& problem, const Observed& seen) const {
  if (!refused_.empty()) return refusal(identity_, refused_);
  if (states_.empty()) return nullptr;
  Json json{{"reference", floors_ ? Json(identity_) : Json(nullptr)},
            {"digits", digits_ ? Json(*digits_) : Json(nullptr)},
            {"floor", floors_ ? describe(*floors_) : Json(nullptr)}};
  json.update(describe(measure(problem, seen.checkpoints, states_)));
  if (!outputs_.empty() && seen.outputs)
    json["outputs"] = compare(numbers_of(*seen.outputs), outputs_, second_outputs_);
  return json;
}

}  // namespace stiffbench
