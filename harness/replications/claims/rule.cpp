#include "harness/replications/claims/rule.hpp"

#include <algorithm>

namespace stiffbench {

ClaimRule::ClaimRule(RuleReader& rule) {
  rule.field("kind");
  const auto quantifier = rule.choice<Quantifier>("quantifier");
  if (!quantifier)
    rule.refuse("a rule states its quantifier", "add 'quantifier': 'every', 'some' or 'mean'");
  quantifier_ = *quantifier;
}

std::vector<Case> ClaimRule::cases(const Evidence& evidence) const {
  std::vector<Finding> missing;
  for (const RuleUse& use : uses())
    for (Finding& one : missing_runs(use.choice, evidence))
      if (std::ranges::find(missing, one.label, &Finding::label) == missing.end())
        missing.push_back(std::move(one));
  return judged(std::move(missing), evidence);
}

std::vector<Case> ConditionRule::judged(std::vector<Finding> missing,
                                        const Evidence& evidence) const {
  std::vector<Finding> all = findings(evidence);
  std::ranges::move(missing, std::back_inserter(all));
  if (quantifier() == Quantifier::mean && !all.empty()) all = {mean_of(all)};
  std::vector<Case> cases;
  for (Finding& one : all) cases.push_back(condition_.judged(std::move(one)));
  return cases;
}

void refuse_mean(const ClaimRule& rule, const RuleReader& reader) {
  if (rule.quantifier() == Quantifier::mean)
    reader.refuse("a mean is one of numbers under one condition",
                  "give 'quantifier': 'every' or 'some'");
}

std::string words_of(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::every:
      return "every case";
    case Quantifier::some:
      return "at least one case";
    case Quantifier::mean:
      return "the mean of all cases";
  }
  return "";
}

Registry<RuleKind>& rule_kinds() {
  static Registry<RuleKind> all{"kind of rule", "'stiffbench help replications'"};
  return all;
}

std::shared_ptr<const ClaimRule> read_rule(const Json& rule, const RuleContext& context) {
  RuleReader reader(rule, context);
  auto read = rule_kinds().find(reader.field("kind").get<std::string>()).read(reader);
  reader.finish();
  return read;
}

}  // namespace stiffbench
