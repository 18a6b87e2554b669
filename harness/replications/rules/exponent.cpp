#include "harness/replications/claims/rule.hpp"
#include "problems/contract/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// The abscissa of a curve: h, steps, dof, or a parameter of the problem.
struct Abscissa {
  enum class Kind { h, steps, dof, parameter } kind;
  std::string name;

  explicit Abscissa(const std::string& word)
      : kind(word == "h"       ? Kind::h
             : word == "steps" ? Kind::steps
             : word == "dof"   ? Kind::dof
                               : Kind::parameter),
        name(word) {}

  std::optional<double> of(const Row& row) const {
    const Record& record = row.record;
    if (kind == Kind::h) return row.h;
    if (kind == Kind::steps)
      return record.count ? std::optional<double>(*record.count) : std::nullopt;
    if (kind == Kind::dof) return static_cast<double>(record.problem.dof);
    const auto numbers = numbers_of(record.problem.parameters);
    const auto match = numbers.find(name);
    return match == numbers.end() ? std::nullopt : std::optional(match->second);
  }
  /// True if a curve stays on one problem.
  bool stays_on_problem() const { return kind == Kind::h || kind == Kind::steps; }
};

/// Points of one method whose slope in logarithms is the exponent.
struct Curve {
  std::string label;
  std::vector<double> x = {};    ///< logarithms
  std::vector<Interval> y = {};  ///< logarithms
  long below_floor = 0;          ///< number of points below the reference's error
  bool is_failure = false;       ///< one of its runs failed by itself
  std::string obstacle = {};     ///< why a point has no number
};

Interval logarithm(const Interval& value) {
  return {std::log(value.least), std::log(value.most), std::log(value.best), value.may_be_less,
          value.may_be_more};
}

/// Returns the slope of the least-squares line, by interval arithmetic.
Interval slope_of(const Curve& curve) {
  double mean = 0, squares = 0;
  for (const double x : curve.x) mean += x / static_cast<double>(curve.x.size());
  for (const double x : curve.x) squares += (x - mean) * (x - mean);
  Interval slope{0, 0, 0};
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double weight = (curve.x[i] - mean) / squares;
    const Interval& y = curve.y[i];
    if (weight == 0) continue;
    slope.least += weight * (weight > 0 ? y.least : y.most);
    slope.most += weight * (weight > 0 ? y.most : y.least);
    slope.best += weight * y.best;
    slope.may_be_less = slope.may_be_less || (weight > 0 ? y.may_be_less : y.may_be_more);
    slope.may_be_more = slope.may_be_more || (weight > 0 ? y.may_be_more : y.may_be_less);
  }
  return slope;
}

/// Fits the exponent a of quantity ~ x^a, with a curve for each method and each problem or number
/// of steps.
class Exponent final : public ConditionRule {
  static constexpr std::size_t fewest = 3;  ///< minimum number of points of a curve

 public:
  Exponent(RuleReader& rule)
      : ConditionRule(rule, read_condition(rule, Band::exponent)),
        side_(read_side(rule)),
        along_(rule.field("along").get<std::string>()) {}

  std::string words() const override {
    return fmt::format("In {}: the exponent along {} of the {} {}; {} points at least.",
                       words_of(quantifier()), along_.name, side_.words(), demand(), fewest);
  }
  std::vector<RuleUse> uses() const override { return {{side_.choice, side_.quantity}}; }

 private:
  std::string label_of(const Row& row) const {
    if (along_.stays_on_problem()) return fmt::format("{}, {}", row.problem, row.method);
    if (side_.quantity.is_of_methods() || !row.record.count) return row.method;
    return fmt::format("{}, {} steps", row.method, *row.record.count);
  }

  void add(Curve& curve, const Point& point) const {
    const auto x = along_.of(*point.row);
    const auto& [label, value, is_failure, note] = point.finding;
    curve.is_failure = curve.is_failure || is_failure;
    if (is_failure)
      curve.obstacle = fmt::format("{}: {}", label, note);
    else if (point.is_below_floor)
      ++curve.below_floor;
    else if (!value)
      curve.obstacle = fmt::format("{}: {}", label, note);
    else if (!x || !(*x > 0))
      curve.obstacle = fmt::format("{}: its {} is unknown", label, along_.name);
    else if (!(value->best > 0))
      curve.obstacle = fmt::format("{}: it is not above zero", label);
    else {
      curve.x.push_back(std::log(*x));
      curve.y.push_back(logarithm(*value));
    }
  }

  Finding finding_of(const Curve& curve) const {
    Finding one{.label = fmt::format("exponent along {} of {}", along_.name, curve.label),
                .is_failure = curve.is_failure,
                .note = curve.obstacle};
    if (curve.below_floor > 0)
      one.note = joined_notes(one.note, fmt::format("{} of its errors no larger than the "
                                                    "reference's own left out",
                                                    curve.below_floor));
    if (!curve.obstacle.empty()) return one;
    const bool is_spread =
        !curve.x.empty() && std::ranges::min(curve.x) < std::ranges::max(curve.x);
    if (curve.x.size() >= fewest && is_spread)
      one.value = slope_of(curve);
    else
      one.note = joined_notes(fmt::format("{} of {} points", curve.x.size(), fewest), one.note);
    return one;
  }

  std::vector<Finding> findings(const Evidence& evidence) const override {
    std::vector<Curve> curves;
    for (const Point& point : measure(side_, evidence)) {
      const std::string label = label_of(*point.row);
      auto match = std::ranges::find(curves, label, &Curve::label);
      if (match == curves.end()) match = curves.insert(curves.end(), {.label = label});
      add(*match, point);
    }
    std::vector<Finding> all;
    for (const Curve& curve : curves) all.push_back(finding_of(curve));
    return all;
  }

  Side side_;
  Abscissa along_;
};

const bool exponent_enrolled = enrol_rule<Exponent>(
    "exponent", "a of quantity ~ x^a, \"along\" h, steps, dof or a parameter of the problem");

}  // namespace
}  // namespace stiffbench
