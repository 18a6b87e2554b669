#pragma once

#include "base/registry.hpp"
#include "harness/replications/measures/measure.hpp"

#include <memory>

namespace stiffbench {

/// Number of cases that must satisfy the condition of a rule: every one, at least one, or their
/// mean.
enum class Quantifier { every, some, mean };
constexpr auto names_of(Quantifier) { return std::to_array({"every", "some", "mean"}); }

/// The runs that a rule reads and the quantity that it reads from them, if any.
struct RuleUse {
  RowChoice choice;
  std::optional<RuleQuantity> quantity = {};
};

/// Decides a claim from the records of experiments or from the program itself. Each kind of rule is
/// one file in harness/replications/rules, which derives from this class or from ConditionRule.
class ClaimRule {
 public:
  virtual ~ClaimRule() = default;

  /// Returns the judged cases. Methods and problems that the rule names but that have no run give
  /// unknown cases.
  std::vector<Case> cases(const Evidence& evidence) const;
  /// Describes the rule in a sentence.
  virtual std::string words() const = 0;
  /// Describes the condition on each case: "is at least 3".
  virtual std::string demand() const = 0;
  virtual std::vector<RuleUse> uses() const { return {}; }
  /// True if the rule has a band or bound that is not the general one; the claim must justify it.
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

/// Rejects the quantifier "mean" for a rule whose cases are not numbers under one condition.
void refuse_mean(const ClaimRule& rule, const RuleReader& reader);

/// Returns the words that begin a rule: "every case", "at least one case" or "the mean of all
/// cases".
std::string words_of(Quantifier quantifier);

/// A kind of rule: its documentation and the function that reads a rule of this kind.
struct RuleKind {
  std::string doc;
  std::unique_ptr<const ClaimRule> (*read)(RuleReader& rule);
};
Registry<RuleKind>& rule_kinds();

/// Adds a kind of rule to the program. `R` must be constructible from a RuleReader.
template <class R>
bool enrol_rule(const std::string& name, const std::string& doc) {
  return rule_kinds().enrol(name, {doc, [](RuleReader& rule) -> std::unique_ptr<const ClaimRule> {
                                     return std::make_unique<R>(rule);
                                   }});
}

/// Reads a rule. The Error names the invalid part: kind, field, quantity or condition.
std::shared_ptr<const ClaimRule> read_rule(const Json& rule, const RuleContext& context);

}  // namespace stiffbench
