#include "harness/targets/claims/rules.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "harness/targets/claims/rule_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

const std::vector<RuleKind>& rule_kinds() {
  static const std::vector<RuleKind> kinds{
      {"values", rules::values},         {"ratio", rules::ratio},
      {"difference", rules::difference}, {"exponent", rules::exponent},
      {"ascending", rules::ascending},   {"status", rules::status},
      {"property", rules::property},     {"computation", rules::computation}};
  return kinds;
}

const RuleKind& kind_of(const Json& rule) {
  std::vector<std::string> names;
  for (const RuleKind& kind : rule_kinds()) names.push_back(kind.name);
  const std::string name = rule["kind"];
  const auto place = std::ranges::find(rule_kinds(), name, &RuleKind::name);
  if (place != rule_kinds().end()) return *place;
  const std::string near = near_matches(name, names);
  throw Error("a rule is of one of the kinds that there are", "'" + name + "'",
              near.empty() ? fmt::format("give one of {}", fmt::join(names, ", ")) : near + "?");
}

/// The experiment that a rule is about where it names none.
std::string usual_experiment(const PaperTarget& target) {
  return target.experiments.empty() ? "" : target.experiments.front().name;
}

void check_experiment(const Json& side, const PaperTarget& target) {
  if (!side.contains("experiment")) return;
  std::vector<std::string> names;
  for (const TargetExperiment& experiment : target.experiments) names.push_back(experiment.name);
  const std::string name = side["experiment"];
  if (std::ranges::count(names, name) > 0) return;
  throw Error("target '" + target.name + "': a rule is about one of its experiments",
              "'" + name + "'", fmt::format("it has {}", fmt::join(names, ", ")));
}

}  // namespace

void check_rule(const Json& rule, const PaperTarget& target) {
  check_experiment(rule, target);
  if (rule.contains("to")) check_experiment(rule["to"], target);
  const RuleKind& kind = kind_of(rule);
  if (kind.name == "computation") return rules::check_computation(rule);
  // Without records every other rule is read to its end, and has nothing to measure.
  kind.evaluate(rule, usual_experiment(target), {});
}

Judgement judge(const Claim& claim, const PaperTarget& target, const Evidence& evidence) {
  if (claim.rule.is_null()) return {ClaimVerdict::untestable, "", claim.otherwise, {}};
  const std::string usual = usual_experiment(target);
  auto [cases, demand] = kind_of(claim.rule).evaluate(claim.rule, usual, evidence);
  const std::string experiment = claim.rule.value("experiment", usual);
  if (cases.empty() && !evidence.contains(experiment))
    return {ClaimVerdict::untestable, "", "There are no records of " + experiment + " here.", {}};
  return judge(claim, std::move(cases), demand);
}

}  // namespace stiffbench
