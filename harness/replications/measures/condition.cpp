#include "harness/replications/measures/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr double tenth = 0.1, general_factor = 2, exponent_width = 0.25;

enum class Bound { paper, mathematics, ours };
constexpr auto names_of(Bound) { return std::to_array({"paper", "mathematics", "ours"}); }

/// Returns true for two numbers within 10% of each other, up to round-off.
bool is_same(double a, double b) { return std::abs(a - b) <= tenth * std::abs(b) * (1 + 1e-9); }

Condition band_between(double a, double b) { return {{std::min(a, b)}, {std::max(a, b)}}; }

Condition by_factor(double number, double factor, Of of) {
  Condition band = band_between(number / factor, number * factor);
  const bool contains_one = band.least.value <= 1 && band.most.value >= 1;
  if (of == Of::ratio && contains_one && !is_same(number, 1))
    (number > 1 ? band.least : band.most) = {1, false};
  return band;
}

std::string interval_words(const Condition& band) {
  const auto [least, least_inside] = band.least;
  const auto [most, most_inside] = band.most;
  const std::string above = fmt::format("{} {}", least_inside ? "at least" : "more than",
                                        short_number(least)),
                    below = fmt::format("{} {}", most_inside ? "at most" : "less than",
                                        short_number(most));
  if (!std::isfinite(most)) return "is " + above;
  if (!std::isfinite(least)) return "is " + below;
  return fmt::format("is {} and {}", above, below);
}

std::string near_words(const Condition& band, double number, const std::string& width) {
  const bool is_cut = !band.least.is_inside || !band.most.is_inside;
  return fmt::format("is {} of {:.10g}{}", width, number,
                     !is_cut                 ? ""
                     : band.least.value == 1 ? ", and more than 1"
                                             : ", and less than 1");
}

Condition read_near(RuleReader& rule, Band band, Of of) {
  const double number = rule.field("near").get<double>(), digit = rule.get("digit", 0.);
  Condition condition;
  if (const Json* within = rule.find("within")) {
    const double width = within->get<double>();
    condition = band_between(number - width, number + width);
    condition.words = near_words(condition, number, "within " + short_number(width));
    condition.deviates = true;
  } else if (const Json* factor = rule.find("factor")) {
    const double width = factor->get<double>();
    condition = by_factor(number, width, of);
    condition.words = near_words(condition, number, "within a factor " + short_number(width));
    condition.deviates = true;
  } else {
    if (number == 0 && digit == 0 && band != Band::exponent)
      rule.refuse("a band around 0 has no width",
                  "give 'at_most', or the unit of the paper's last digit as 'digit'");
    condition = near(number, band, of, digit);
  }
  return condition;
}

/// Reads one of the four bounds into an edge.
void read_bound(RuleReader& rule, Condition& condition, const char* name, Condition::Edge& edge,
                bool is_inside) {
  const Json* value = rule.find(name);
  if (value == nullptr) return;
  if (std::isfinite(edge.value))
    rule.refuse("a rule has one lower and one upper bound", fmt::format("take '{}' out", name));
  edge = {value->get<double>(), is_inside};
  if (rule.context().is_aim || edge.value == 0 || edge.value == 1) return;
  const auto source = rule.choice<Bound>("bound");
  if (!source)
    rule.refuse("a bound other than 0 and 1 names its source",
                "add 'bound': 'paper', 'mathematics' or 'ours'");
  condition.deviates = condition.deviates || *source == Bound::ours;
}

Condition read_bounds(RuleReader& rule) {
  Condition condition;
  rule.find("bound");  // allowed, though not required, for bounds of 0 or 1
  read_bound(rule, condition, "more_than", condition.least, false);
  read_bound(rule, condition, "at_least", condition.least, true);
  read_bound(rule, condition, "less_than", condition.most, false);
  read_bound(rule, condition, "at_most", condition.most, true);
  const bool is_empty = condition.least.value > condition.most.value;
  if (is_empty) rule.refuse("a rule's lower bound is below its upper one", "swap them");
  condition.words = interval_words(condition);
  return condition;
}

Condition read_is(RuleReader& rule) {
  const Json& is = rule.field("is");
  const bool is_question = is.is_boolean();
  const double value = is_question ? (is == true ? 1. : 0.) : is.get<double>();
  Condition condition = band_between(value, value);
  condition.is_question = is_question;
  condition.words = is_question ? (value == 1 ? "is true" : "is false")
                                : fmt::format("is {:.10g} exactly", value);
  return condition;
}

/// Returns the distance from an edge, relative to the larger of the two numbers.
double margin_to(double edge, double inward) {
  const double size = std::max(std::abs(edge), std::abs(edge + inward));
  return size == 0 ? 0 : inward / size;
}

}  // namespace

Case Condition::judged(Finding finding) const {
  Case one{.finding = std::move(finding), .is_question = is_question};
  if (!one.finding.value) {
    one.answer = one.finding.is_failure ? Answer::no : Answer::unknown;
    return one;
  }
  const Interval& value = *one.finding.value;
  const auto is_above = [&](double x) {
    return x > least.value || (least.is_inside && x == least.value);
  };
  const auto is_below = [&](double x) {
    return x < most.value || (most.is_inside && x == most.value);
  };
  const bool is_inside = is_above(value.least) && is_below(value.most),
             is_outside = !is_above(value.most) || !is_below(value.least);
  one.answer = is_inside ? Answer::yes : is_outside ? Answer::no : Answer::undecided;
  if (!std::isfinite(value.best) || is_question) return one;
  const double to_least = margin_to(least.value, value.best - least.value),
               to_most = -margin_to(most.value, value.best - most.value);
  one.margin = !std::isfinite(least.value)  ? to_most
               : !std::isfinite(most.value) ? to_least
                                            : std::min(to_least, to_most);
  return one;
}

Condition near(double number, Band band, Of of, double digit) {
  Condition condition;
  std::string width;
  if (band == Band::exponent) {
    condition = band_between(number - exponent_width, number + exponent_width);
    width = "within 0.25";
  } else if (band == Band::tenth || (of == Of::ratio && is_same(number, 1))) {
    condition = band_between(number * (1 - tenth), number * (1 + tenth));
    width = "within 10%";
  } else {
    condition = by_factor(number, general_factor, of);
    width = "within a factor 2";
  }
  if (number - digit / 2 < condition.least.value) condition.least = {number - digit / 2};
  if (number + digit / 2 > condition.most.value) condition.most = {number + digit / 2};
  condition.words = near_words(condition, number, width);
  return condition;
}

Condition read_condition(RuleReader& rule, Band band, Of of) {
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* name) { return rule.has(name); });
  };
  const bool has_near = rule.has("near"), has_is = rule.has("is"),
             has_bounds = any({"more_than", "less_than", "at_least", "at_most"});
  if (has_near + has_is + has_bounds != 1)
    rule.refuse("a rule has one condition",
                "give near, is, or bounds: more_than, less_than, at_least, at_most");
  return has_near ? read_near(rule, band, of) : has_is ? read_is(rule) : read_bounds(rule);
}

}  // namespace stiffbench
