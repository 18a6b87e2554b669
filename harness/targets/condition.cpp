#include "harness/targets/condition.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

const Json& field_of(const Json& rule, const char* name) {
  const auto place = rule.find(name);
  if (place != rule.end()) return *place;
  throw Error(fmt::format("a rule of the kind '{}' has the field '{}'",
                          rule.value("kind", std::string()), name),
              rule.dump(), "add it (results/schema/target.schema.json)");
}

std::string Condition::text() const {
  if (!std::isfinite(most)) return "at least " + short_number(least);
  if (!std::isfinite(least)) return "at most " + short_number(most);
  return fmt::format("between {} and {}", short_number(least), short_number(most));
}

Case Condition::judged(std::string label, double value) const {
  Case one{.label = std::move(label)};
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
  } else if (rule.contains("near")) {
    const double near = rule["near"];
    const bool has_factor = rule.contains("factor");
    const double width = field_of(rule, has_factor ? "factor" : "within");
    condition = {has_factor ? near / width : near - width, has_factor ? near * width : near + width};
    if (condition.least > condition.most) std::swap(condition.least, condition.most);
  } else {
    throw Error("a rule asks for something", rule.dump(),
                "give range, or near with within or factor");
  }
  if (!(condition.least <= condition.most) ||
      !(std::isfinite(condition.least) || std::isfinite(condition.most)))
    throw Error("a rule's bounds can be met and missed", rule.dump(),
                "give a range with the least number first, and one bound at least");
  return condition;
}

}  // namespace stiffbench
