#include "harness/replications/claims/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// Requires that a quantity increase strictly from each method to the next, on each problem and,
/// unless "take" reduces all steps to one number, at each step.
class Order final : public ClaimRule {
 public:
  explicit Order(RuleReader& rule) : ClaimRule(rule), side_(read_side(rule)) {
    refuse_mean(*this, rule);
    side_.take = rule.choice<Take>("take");
    if (side_.choice.methods.size() < 2)
      rule.refuse("an order has two methods at least", "name them in 'methods'");
  }

  std::string demand() const override { return "is more than that of the one before"; }
  std::string words() const override {
    Side all = side_;
    all.choice.methods.clear();
    return fmt::format("In {}: {} grows in the order {}{}.", words_of(quantifier()), all.words(),
                       fmt::join(side_.choice.methods, ", "),
                       by() == PairBy::problem ? "" : ", with each step");
  }
  std::vector<RuleUse> uses() const override { return {{side_.choice, side_.quantity}}; }

 private:
  PairBy by() const {
    return side_.take || side_.quantity.is_of_methods() ? PairBy::problem
                                                        : PairBy::problem_and_step;
  }

  Case compare(const Point& before, const Point& behind) const {
    Case one{.finding = {
                 .label = fmt::format("{} over {}", behind.finding.label, label_in_problem(before)),
                 .note = notes_of(before, behind)}};
    const auto &a = before.finding.value, &b = behind.finding.value;
    if (before.is_behind != behind.is_behind) {
      if (a && b) one.answer = behind.is_behind ? Answer::yes : Answer::no;
    } else if (a && b) {
      one.finding.value = quotient(*b, *a);
      one.answer = a->most < b->least    ? Answer::yes
                   : a->least >= b->most ? Answer::no
                                         : Answer::undecided;
      const double size = std::max(std::abs(a->best), std::abs(b->best));
      one.margin = size == 0 ? 0 : (b->best - a->best) / size;
    } else if (before.finding.is_failure || behind.finding.is_failure) {
      one.answer = Answer::no;
    }
    return one;
  }

  std::vector<Point> points_of(const std::string& method, const Evidence& evidence) const {
    Side own = side_;
    own.choice.methods = {method};
    return measure(own, evidence);
  }

  std::vector<Case> judged(std::vector<Finding> missing, const Evidence& evidence) const override {
    std::vector<Case> cases;
    const auto& methods = side_.choice.methods;
    for (std::size_t m = 0; m + 1 < methods.size(); ++m) {
      auto pairings =
          pair(points_of(methods[m], evidence), points_of(methods[m + 1], evidence), by(), false);
      for (auto& [before, behind] : pairings) {
        if (side_.take && !before.empty()) before = {extreme(before, *side_.take)};
        if (side_.take && !behind.empty()) behind = {extreme(behind, *side_.take)};
      }
      each_pair(
          pairings, [&](const Point& a, const Point& b) { cases.push_back(compare(a, b)); },
          [&](const Point& alone) { missing.push_back(without_partner(alone)); });
    }
    for (Finding& one : missing) cases.push_back({.finding = std::move(one)});
    return cases;
  }

  Side side_;
};

const bool order_enrolled = enrol_rule<Order>(
    "order",
    "a quantity grows from each of \"methods\" to the next; errors and times of failures are last");

}  // namespace
}  // namespace stiffbench
