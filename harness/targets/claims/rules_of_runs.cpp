#include "base/error.hpp"
#include "harness/records/tables/paper.hpp"
#include "harness/targets/claims/condition.hpp"
#include "harness/targets/claims/quantity.hpp"
#include "harness/targets/claims/rule_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::rules {
namespace {

/// The case of a point without a number: a run that failed by itself does not do what is asked; one
/// that was stopped or not judged says nothing.
Case case_without_number(const Point& point) {
  Case one{.label = point.label, .note = point.note};
  if (point.is_failure) {
    one.holds = false;
    one.distance = std::numeric_limits<double>::max();
  }
  return one;
}

Case case_of(const Point& point, const Condition& condition) {
  return point.value ? condition.judged(point.label, *point.value) : case_without_number(point);
}

/// The point with the largest or the least number; a point without one where there is none.
Point extreme(const std::vector<Point>& points, const std::string& take) {
  const Point* best = &points.front();
  for (const Point& point : points) {
    if (!point.value) continue;
    const bool is_better = !best->value || (take == "least" ? *point.value < *best->value
                                                            : *point.value > *best->value);
    if (is_better) best = &point;
  }
  return *best;
}

/// The number that a paper's table (results/schema/paper_outputs.schema.json) has for a run.
std::optional<double> printed(const Json& paper, const Record& record) {
  const Json problem{{"name", record.problem.name},
                     {"parameters", to_json(record.problem.parameters)}};
  const auto method = paper_name(paper["methods"], record.integrator.name);
  if (!method || !record.h) return std::nullopt;
  for (const Json& row : paper["rows"]) {
    if (!is_problem(problem, row["problem"])) continue;
    for (const Json& step : row["steps"])
      if (std::abs(*record.h / step["h"].get<double>() - 1) < 1e-6 &&
          step["values"].contains(*method))
        return step["values"][*method].get<double>();
  }
  return std::nullopt;
}

/// Values beside those of a paper's table; runs that it does not have are left out.
Result values_of_table(const Json& rule, const std::vector<Point>& points) {
  const Json paper = read_paper(rule["table"], "paper_outputs");
  const double width = field_of(rule, "within");
  Result result{{}, fmt::format("within {} of the paper's", short_number(width))};
  for (const Point& point : points) {
    const auto number = printed(paper, point.row->record);
    if (!number) continue;
    Case one = case_of(point, {*number - width, *number + width});
    one.paper = number;
    if (one.value) one.distance = std::abs(*one.value - *number) - width;
    result.cases.push_back(std::move(one));
  }
  return result;
}

/// Whether two rows stand beside each other: on one problem, and with one step.
bool is_partner(const Row& a, const Row& b, bool by_step) {
  return same_problem(a, b) && (!by_step || a.fineness == b.fineness);
}

/// The label of a point beside one of the same problem.
std::string label_in_problem(const Point& point, const RuleQuantity& quantity) {
  if (quantity.is_of_methods()) return point.row->method;
  return quantity.over_starts.empty() ? label_of_run(*point.row) : label_of_starts(*point.row);
}

/// Points by problem, in their order; where `by_step` says so, also by the step.
std::vector<std::vector<Point>> groups_of(std::vector<Point> points, bool by_step) {
  std::vector<std::vector<Point>> groups;
  for (Point& point : points) {
    const auto is_its = [&](const auto& group) {
      return is_partner(*group.front().row, *point.row, by_step);
    };
    const auto place = std::ranges::find_if(groups, is_its);
    (place == groups.end() ? groups.emplace_back() : *place).push_back(std::move(point));
  }
  return groups;
}

}  // namespace

Result values(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const auto points =
      measure_points(evidence, row_choice_from_json(rule, experiment), quantity_from_json(rule));
  if (rule.contains("table")) return values_of_table(rule, points);
  const Condition condition = condition_from_json(rule);
  Result result{{}, condition.demand};
  if (rule.contains("take") && !points.empty())
    result.cases.push_back(case_of(extreme(points, rule["take"]), condition));
  else
    for (const Point& point : points) result.cases.push_back(case_of(point, condition));
  return result;
}

Result ratio(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const Condition condition = condition_from_json(rule);
  const Json& to = field_of(rule, "to");
  Json other = rule;
  other.update(to);
  const auto points = [&](const Json& side) {
    return groups_of(
        measure_points(evidence, row_choice_from_json(side, experiment), quantity_from_json(side)),
        false);
  };
  const auto above = points(rule), below = points(other);
  const bool is_beside_all = below.size() == 1 && (above.size() == 1 || to.contains("problems"));
  Result result{{}, condition.demand};
  for (const auto& group : above) {
    const auto partner = std::ranges::find_if(below, [&](const auto& one) {
      return is_beside_all || same_problem(*one.front().row, *group.front().row);
    });
    if (partner == below.end()) continue;
    const Point a = extreme(group, rule.value("take", "largest")),
                b = extreme(*partner, other.value("take", "largest"));
    const std::string label = fmt::format(
        "{} over {}", a.label,
        same_problem(*a.row, *b.row) ? label_in_problem(b, quantity_from_json(other)) : b.label);
    if (a.value && b.value && *b.value != 0)
      result.cases.push_back(condition.judged(label, *a.value / *b.value));
    else
      result.cases.push_back({.label = label,
                              .note = !a.value   ? a.note
                                      : !b.value ? b.note
                                                 : "the second is zero"});
  }
  return result;
}

Result ascending(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const double factor = rule.value("by", 1.);
  const RuleQuantity quantity = quantity_from_json(rule);
  const bool by_step = !rule.contains("take") && !quantity.is_of_methods();
  std::vector<std::vector<std::vector<Point>>> of_methods;
  for (const Json& method : field_of(rule, "methods")) {
    Json side = rule;
    side["methods"] = Json::array({method});
    of_methods.push_back(groups_of(
        measure_points(evidence, row_choice_from_json(side, experiment), quantity), by_step));
  }
  Result result{
      {}, factor == 1 ? std::string("above 1") : fmt::format("at least {}", short_number(factor))};
  for (std::size_t m = 0; m + 1 < of_methods.size(); ++m)
    for (const auto& group : of_methods[m])
      for (const auto& next : of_methods[m + 1]) {
        if (!is_partner(*group.front().row, *next.front().row, by_step)) continue;
        const Point a = extreme(group, rule.value("take", "least")),
                    b = extreme(next, rule.value("take", "least"));
        const std::string label = fmt::format("{} over {}", b.label, label_in_problem(a, quantity));
        if (a.value && b.value) {
          result.cases.push_back(Condition{factor}.judged(label, *b.value / *a.value));
        } else {
          // A method that does not get there stands behind every method that does.
          const bool is_behind = a.value && b.is_failure, is_before = b.value && a.is_failure;
          result.cases.push_back({.label = label, .note = !a.value ? a.note : b.note});
          if (is_behind || is_before) result.cases.back().holds = is_behind;
        }
      }
  return result;
}

Result status(const Json& rule, const std::string& experiment, const Evidence& evidence) {
  const auto statuses = field_of(rule, "statuses").get<std::vector<std::string>>();
  for (const std::string& name : statuses)
    if (std::ranges::none_of(names_of(Status::ok), [&](auto* own) { return name == own; }))
      throw Error("a run ends with one of the statuses", "'" + name + "'",
                  "see 'stiffbench help statuses'");
  Result result{{}, fmt::format("{}", fmt::join(statuses, " or "))};
  for (const Row* row : choose(evidence, row_choice_from_json(rule, experiment))) {
    const std::string own(to_string(row->record.result.status));
    const bool holds = std::ranges::count(statuses, own) > 0;
    result.cases.push_back(
        {.label = label_of(*row), .holds = holds, .distance = holds ? 0. : 1., .note = own});
  }
  return result;
}

}  // namespace stiffbench::rules
