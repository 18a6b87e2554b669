#include "harness/replications/claims/rule.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

/// A mean over starts and its standard error. Either both have a value or neither has.
struct Mean {
  Point point;
  std::optional<double> error;
};

/// Difference of a quantity's means over starts between two sets of runs on the same problem, in
/// combined standard errors: its size, or with `signed` the first mean less the second. Runs are
/// paired by step, unless one side has a single step.
class Difference final : public ConditionRule {
 public:
  Difference(RuleReader& rule)
      : ConditionRule(rule, read_condition(rule, Band::tenth)),
        ours_(read_side(rule)),
        theirs_(read_other_side(rule)),
        is_signed_(rule.get("signed", false)) {
    if (ours_.quantity.over_starts || theirs_.quantity.over_starts)
      rule.refuse("a difference is one of means over starts", "leave over_starts out");
    for (Side* side : {&ours_, &theirs_}) side->quantity.over_starts = Statistic::mean;
  }

  std::string demand() const override { return ConditionRule::demand() + " in standard errors"; }
  std::string words() const override {
    if (is_signed_)
      return fmt::format("In {}: {}, less {}, {}.", words_of(quantifier()), ours_.words(),
                         theirs_.words(), demand());
    return fmt::format("In {}: {} differs from {} by an amount that {}.", words_of(quantifier()),
                       ours_.words(), theirs_.words(), demand());
  }
  std::vector<RuleUse> uses() const override {
    return {{ours_.choice, ours_.quantity}, {theirs_.choice, theirs_.quantity}};
  }

 private:
  static std::vector<Mean> means_of(Side side, const Evidence& evidence) {
    std::vector<Mean> means;
    for (Point& point : measure(side, evidence)) means.push_back({std::move(point), {}});
    side.quantity.over_starts = Statistic::error;
    const auto errors = measure(side, evidence);
    for (std::size_t i = 0; i < means.size(); ++i)
      if (errors[i].finding.value) means[i].error = errors[i].finding.value->best;
    return means;
  }

  /// Returns the mean to compare with, or null.
  static const Mean* partner(const Mean& own, const std::vector<Mean>& others) {
    std::vector<const Mean*> near;
    for (const Mean& other : others)
      if (same_problem(*own.point.row, *other.point.row)) near.push_back(&other);
    if (near.size() == 1) return near.front();
    for (const Mean* other : near)
      if (other->point.row->step_or_tolerance == own.point.row->step_or_tolerance) return other;
    return nullptr;
  }

  /// Returns the difference in units of the root of the sum of squared errors. Without errors,
  /// equal means have the difference zero, unequal means an infinite one.
  Finding compare(const Mean& a, const Mean& b) const {
    const Finding &ours = a.point.finding, &theirs = b.point.finding;
    Finding one{.label = fmt::format("{} from {}", ours.label, label_of_starts(*b.point.row)),
                .is_failure = ours.is_failure || theirs.is_failure,
                .note = joined_notes(ours.note, theirs.note)};
    if (!a.error || !b.error || !ours.value || !theirs.value) return one;
    const double less = ours.value->best - theirs.value->best,
                 difference = is_signed_ ? less : std::abs(less);
    one.value = Interval::exact(difference == 0 ? 0 : difference / std::hypot(*a.error, *b.error));
    return one;
  }

  std::vector<Finding> findings(const Evidence& evidence) const override {
    const auto theirs = means_of(theirs_, evidence);
    std::vector<Finding> all;
    for (const Mean& own : means_of(ours_, evidence)) {
      const Mean* other = partner(own, theirs);
      if (other == nullptr)
        all.push_back(without_partner(own.point));
      else if (other->point.row != own.point.row)
        all.push_back(compare(own, *other));
    }
    return all;
  }

  Side ours_, theirs_;
  bool is_signed_;  ///< the direction counts
};

const bool difference_enrolled = enrol_rule<Difference>(
    "difference",
    "of a mean over starts from that of the runs that \"to\" chooses, in standard errors of both: "
    "its size, or with \"signed\" the first mean less the second");

}  // namespace
}  // namespace stiffbench
