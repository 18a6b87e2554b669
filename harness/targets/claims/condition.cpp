#include "harness/targets/claims/condition.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

std::string range_text(const Condition& range) {
  if (!std::isfinite(range.most)) return "at least " + short_number(range.least);
  if (!std::isfinite(range.least)) return "at most " + short_number(range.most);
  return fmt::format("between {} and {}", short_number(range.least), short_number(range.most));
}

}  // namespace

const Json& field_of(const Json& rule, const char* name) {
  const auto place = rule.find(name);
  if (place != rule.end()) return *place;
  throw Error(fmt::format("a rule of the kind '{}' has the field '{}'",
                          rule.value("kind", std::string()), name),
              rule.dump(), "add it (results/schema/target.schema.json)");
}

Case Condition::judged(std::string label, double value) const {
  Case one{.label = std::move(label), .is_question = is_question};
  if (!std::isfinite(value)) {
    one.holds = false;
    one.distance = std::numeric_limits<double>::max();
    one.note = "no finite number";
    return one;
  }
  double size = std::numeric_limits<double>::min();
  for (const double bound : {least, most})
    if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
  one.value = value;
  one.distance = std::max(least - value, value - most) / size;
  one.holds = one.distance <= 0;
  return one;
}

Condition condition_from_json(const Json& rule) {
  Condition condition;
  if (rule.contains("range")) {
    const Json &least = rule["range"][0], &most = rule["range"][1];
    if (!least.is_null()) condition.least = least;
    if (!most.is_null()) condition.most = most;
    condition.demand = range_text(condition);
  } else if (rule.contains("near")) {
    const double near = rule["near"];
    const bool has_factor = rule.contains("factor");
    const double width = field_of(rule, has_factor ? "factor" : "within");
    const auto [least, most] = has_factor ? std::minmax({near / width, near * width})
                                          : std::pair(near - width, near + width);
    condition = {
        least, most, false,
        fmt::format("within {}{:.4g} of {:.10g}", has_factor ? "a factor " : "", width, near)};
  } else if (rule.contains("is")) {
    const bool is_question = rule["is"].is_boolean();
    const double value = is_question ? (rule["is"] == true ? 1. : 0.) : rule["is"].get<double>();
    const std::string demand = is_question ? (value == 1 ? "yes" : "no") : short_number(value);
    condition = {value, value, is_question, demand};
  } else {
    throw Error("a rule asks for something", rule.dump(),
                "give range, is, or near with within or factor");
  }
  if (!(condition.least <= condition.most) ||
      !(std::isfinite(condition.least) || std::isfinite(condition.most)))
    throw Error("a rule's bounds can be met and missed", rule.dump(),
                "give a range with the least number first, and one bound at least");
  return condition;
}

}  // namespace stiffbench
