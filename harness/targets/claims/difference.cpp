#include "base/error.hpp"
#include "harness/targets/claims/condition.hpp"
#include "harness/targets/claims/quantity.hpp"
#include "harness/targets/claims/rule_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::rules {
namespace {

/// A mean over starts with its standard error, of which neither or both have a value.
struct Mean {
  Point point;
  std::optional<double> error;
};

std::vector<Mean> means_of(const Json& side, const std::string& experiment,
                           const Evidence& evidence) {
  const RowChoice choice = row_choice_from_json(side, experiment);
  RuleQuantity quantity = quantity_from_json(side);
  std::vector<Mean> means;
  quantity.over_starts = "mean";
  for (Point& point : measure_points(evidence, choice, quantity))
    means.push_back({std::move(point), {}});
  quantity.over_starts = "error";
  const auto errors = measure_points(evidence, choice, quantity);
  for (std::size_t i = 0; i < means.size(); ++i) means[i].error = errors[i].value;
  return means;
}

/// The mean to compare with: on the same problem and, where there are several, with the same step.
const Mean* partner(const Mean& own, const std::vector<Mean>& others) {
  std::vector<const Mean*> near;
  for (const Mean& other : others)
    if (same_problem(*own.point.row, *other.point.row)) near.push_back(&other);
  if (near.size() == 1) return near.front();
  const auto place = std::ranges::find_if(near, [&](const Mean* other) {
    return other->point.row->fineness == own.point.row->fineness;
  });
  return place == near.end() ? nullptr : *place;
}

/// |a - b| in units of the root of the sum of squared errors. Equal means without errors do not
/// differ, other means without errors do so infinitely.
double difference_of(const Mean& a, const Mean& b) {
  const double size = std::abs(*a.point.value - *b.point.value);
  return size == 0 ? 0 : size / std::hypot(*a.error, *b.error);
}

}  // namespace

Result difference(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const Condition condition = condition_from_json(rule);
  Json other = rule;
  other.update(field_of(rule, "to"));
  if (other.contains("over_starts"))
    throw Error("a difference is one of means over starts", rule.dump(), "leave over_starts out");
  const auto ours = means_of(rule, experiment, evidence),
             theirs = means_of(other, experiment, evidence);
  Result result{{}, condition.demand + " standard errors"};
  for (const Mean& a : ours) {
    const Mean* b = partner(a, theirs);
    if (!b || b->point.row == a.point.row) continue;
    const std::string label =
        fmt::format("{} from {}", a.point.label, label_of_starts(*b->point.row));
    if (a.error && b->error)
      result.cases.push_back(condition.judged(label, difference_of(a, *b)));
    else
      result.cases.push_back({.label = label, .note = a.error ? b->point.note : a.point.note});
  }
  return result;
}

}  // namespace stiffbench::rules
