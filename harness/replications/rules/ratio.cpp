#include "harness/replications/claims/rule.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Divides a quantity of runs by that of other runs on the same problem. Every pair is a case,
/// unless a side takes the least or the largest.
class Ratio final : public ConditionRule {
 public:
  Ratio(RuleReader& rule, Side above)
      : ConditionRule(rule, read_condition(rule, above.quantity.band(), Of::ratio)),
        above_(std::move(above)),
        below_(read_other_side(rule)),
        names_problem_(rule.field("to").contains("problems") ||
                       rule.field("to").contains("where") ||
                       below_.choice.experiment != above_.choice.experiment) {
    above_.take = rule.choice<Take>("take");
    if (rule.find("pair") == nullptr) return;
    if (above_.quantity.is_of_methods() || below_.quantity.is_of_methods())
      rule.refuse("runs pair by their steps, methods have none", "take 'pair' out");
    by_ = PairBy::problem_and_step;
  }

  std::string words() const override {
    return fmt::format("In {}: {}, divided by {}{} {}.", words_of(quantifier()), above_.words(),
                       below_.words(), by_ == PairBy::problem ? "," : " with the same step,",
                       demand());
  }
  std::vector<RuleUse> uses() const override {
    return {{above_.choice, above_.quantity}, {below_.choice, below_.quantity}};
  }

 private:
  Finding compare(const Point& a, const Point& b) const {
    const bool is_one_problem = same_problem(*a.row, *b.row);
    Finding ratio{.label = fmt::format("{} over {}", a.finding.label,
                                       is_one_problem ? label_in_problem(b) : b.finding.label),
                  .is_failure = a.finding.is_failure || b.finding.is_failure,
                  .note = notes_of(a, b)};
    if (!a.finding.value || !b.finding.value) return ratio;
    ratio.value = quotient(*a.finding.value, *b.finding.value);
    if (!ratio.value && !ratio.is_failure) ratio.note = "the second may be zero";
    return ratio;
  }

  std::vector<Finding> findings(const Evidence& evidence) const override {
    auto pairings = pair(measure(above_, evidence), measure(below_, evidence), by_, names_problem_);
    for (auto& [above, below] : pairings) {
      if (above_.take && !above.empty()) above = {extreme(above, *above_.take)};
      if (below_.take && !below.empty()) below = {extreme(below, *below_.take)};
    }
    std::vector<Finding> all;
    each_pair(
        pairings, [&](const Point& a, const Point& b) { all.push_back(compare(a, b)); },
        [&](const Point& alone) { all.push_back(without_partner(alone)); });
    return all;
  }

  Side above_, below_;
  bool names_problem_;  ///< the second side names a problem, and all of the first compare with it
  PairBy by_ = PairBy::problem;
};

std::unique_ptr<const ClaimRule> read_ratio(RuleReader& rule) {
  Side above = read_side(rule);
  return std::make_unique<Ratio>(rule, std::move(above));
}

const bool ratio_enrolled = rule_kinds().enrol(
    "ratio", {"a quantity over that of the runs that \"to\" chooses, every pair on each problem; "
              "\"take\" the least or largest of a side",
              read_ratio});

}  // namespace
}  // namespace stiffbench
