#pragma once

#include "base/registry.hpp"
#include "harness/targets/measures/measure.hpp"

#include <memory>

namespace stiffbench {

/// How many cases have to meet the condition of a rule: every one, one at least, or their mean.
enum class Quantifier { every, some, mean };
constexpr auto names_of(Quantifier) { return std::to_array({"every", "some", "mean"}); }

/// The runs that a rule reads, and the quantity that it reads of them, if it reads one.
struct RuleUse {
  RowChoice choice;
  std::optional<RuleQuantity> quantity = {};
};

/// A rule decides a claim from the records of experiments, or from the program itself. Each kind of
/// rule is one file in harness/targets/rules, which derives from this class or from ConditionRule.
class ClaimRule {
 public:
  virtual ~ClaimRule() = default;

  /// The judged cases, with an unknown one for all that the rule names and that has no run.
  std::vector<Case> cases(const Evidence& evidence) const;
  /// The rule as a sentence.
  virtual std::string words() const = 0;
  /// The condition on each case in words: "is at least 3".
  virtual std::string demand() const = 0;
  virtual std::vector<RuleUse> uses() const { return {}; }
  /// True if the rule has a band or bound that is not the general one: the claim must justify it.
  virtual bool deviates() const { return false; }

  Quantifier quantifier() const { return quantifier_; }

 protected:
  explicit ClaimRule(RuleReader& rule);

 private:
  virtual std::vector<Case> judged(std::vector<Finding> missing,
                                   const Evidence& evidence) const = 0;

  Quantifier quantifier_;
};

/// A rule whose cases are numbers, all under one condition.
class ConditionRule : public ClaimRule {
 public:
  std::string demand() const override { return condition_.words; }
  bool deviates() const override { return condition_.deviates; }

 protected:
  ConditionRule(RuleReader& rule, Condition condition)
      : ClaimRule(rule), condition_(std::move(condition)) {}

 private:
  virtual std::vector<Finding> findings(const Evidence& evidence) const = 0;
  std::vector<Case> judged(std::vector<Finding> missing, const Evidence& evidence) const final;

  Condition condition_;
};

/// Refuses the quantifier "mean" of a rule whose cases are no numbers under one condition.
void refuse_mean(const ClaimRule& rule, const RuleReader& reader);

/// The words "every case", "at least one case" or "the mean of all cases", with which a rule
/// begins.
std::string words_of(Quantifier quantifier);

/// A kind of rule, and how one of it is read.
struct RuleKind {
  std::string doc;
  std::unique_ptr<const ClaimRule> (*read)(RuleReader& rule);
};
Registry<RuleKind>& rule_kinds();

/// Adds a kind of rule to the program. `R` is constructed from a RuleReader.
template <class R>
bool enrol_rule(const std::string& name, const std::string& doc) {
  return rule_kinds().enrol(name, {doc, [](RuleReader& rule) -> std::unique_ptr<const ClaimRule> {
                                     return std::make_unique<R>(rule);
                                   }});
}

/// Reads a rule. An Error says what of it cannot be: its kind, a field, a quantity, a condition.
std::shared_ptr<const ClaimRule> read_rule(const Json& rule, const RulePlace& place);

}  // namespace stiffbench
