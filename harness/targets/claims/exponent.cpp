#include "harness/targets/claims/condition.hpp"
#include "harness/targets/claims/quantity.hpp"
#include "harness/targets/claims/rule_kinds.hpp"
#include "problems/contract/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::rules {
namespace {

/// What a curve is drawn along: h, steps, dof, or a parameter of the problem.
std::optional<double> abscissa(const Row& row, const std::string& along) {
  const Record& record = row.record;
  if (along == "h") return row.h;
  if (along == "steps") return record.count ? std::optional<double>(*record.count) : std::nullopt;
  if (along == "dof") return static_cast<double>(record.problem.dof);
  const auto numbers = numbers_of(record.problem.parameters);
  const auto place = numbers.find(along);
  return place == numbers.end() ? std::nullopt : std::optional(place->second);
}

struct Curve {
  std::string label, note = {};
  std::vector<double> x = {}, y = {};  ///< logarithms
};

/// The slope of the straight line of least squares.
double slope_of(const Curve& curve) {
  const auto n = static_cast<Eigen::Index>(curve.x.size());
  const Eigen::ArrayXd x = Eigen::Map<const Eigen::ArrayXd>(curve.x.data(), n),
                       y = Eigen::Map<const Eigen::ArrayXd>(curve.y.data(), n);
  const Eigen::ArrayXd dx = x - x.mean();
  return (dx * (y - y.mean())).sum() / dx.square().sum();
}

/// The label of the curve to which a point belongs.
std::string curve_label(const Point& point, const RuleQuantity& quantity,
                        const std::string& along) {
  const Row& row = *point.row;
  if (along == "h" || along == "steps") return fmt::format("{}, {}", row.problem, row.method);
  if (quantity.is_of_methods() || !row.record.count) return row.method;
  return fmt::format("{}, {} steps", row.method, *row.record.count);
}

std::vector<Curve> curves_of(const std::vector<Point>& points, const RuleQuantity& quantity,
                             const std::string& along) {
  std::vector<Curve> curves;
  for (const Point& point : points) {
    const std::string label = curve_label(point, quantity, along);
    auto place = std::ranges::find(curves, label, &Curve::label);
    if (place == curves.end()) place = curves.insert(curves.end(), {.label = label});
    const auto x = abscissa(*point.row, along);
    if (!point.value) place->note = point.note;
    if (!x) place->note = "its problem has no " + along;
    if (!x || !point.value || !(*x > 0) || !(*point.value > 0)) continue;
    place->x.push_back(std::log(*x));
    place->y.push_back(std::log(*point.value));
  }
  return curves;
}

}  // namespace

Result exponent(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const RuleQuantity quantity = quantity_from_json(rule);
  const Condition condition = condition_from_json(rule);
  const auto fewest = rule.value("fewest", std::size_t{3});
  Result result{{}, condition.demand};
  const auto points = measure_points(evidence, row_choice_from_json(rule, experiment), quantity);
  const std::string along = field_of(rule, "along");
  for (const Curve& curve : curves_of(points, quantity, along)) {
    const std::string label = fmt::format("exponent along {} of {}", along, curve.label);
    const bool is_spread =
        !curve.x.empty() && std::ranges::min(curve.x) < std::ranges::max(curve.x);
    if (curve.x.size() >= fewest && is_spread) {
      result.cases.push_back(condition.judged(label, slope_of(curve)));
    } else {
      std::string note = fmt::format("{} of {} points", curve.x.size(), fewest);
      if (!curve.note.empty()) note += "; of others " + curve.note;
      result.cases.push_back({.label = label, .note = note});
    }
  }
  return result;
}

}  // namespace stiffbench::rules
