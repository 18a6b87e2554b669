#include "harness/replications/measures/measure.hpp"

#include "harness/records/tables/start_statistics.hpp"
#include "harness/replications/measures/ending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace stiffbench {
namespace {

Point point_of(const Row& row, const RuleQuantity& quantity, std::string label, Reading reading) {
  return {&row,
          quantity,
          {.label = std::move(label), .value = reading.value, .note = std::move(reading.note)},
          reading.is_below_floor,
          reading.is_behind};
}

Point point_of_run(const Row& row, const Side& side) {
  const Ending ending = ending_of(row);
  if (ending == Ending::well || (ending == Ending::failed && side.judges_failed_runs))
    return point_of(row, side.quantity, label_of(row), side.quantity.read(row));
  Point point{&row, side.quantity, {.label = label_of(row)}};
  point.finding.note = fmt::format("it ended as {}", to_string(row.record.result.status));
  point.finding.is_failure = ending == Ending::failed;
  if (point.finding.is_failure && side.quantity.is_infinite_on_failure())
    point.finding.value = Interval::exact(std::numeric_limits<double>::infinity());
  return point;
}

/// Returns a statistic of at least two numbers. The spread of numbers that are only bounds is
/// unknown.
std::optional<Interval> statistic_of(const std::vector<Interval>& all, Statistic statistic) {
  if (statistic == Statistic::mean) return mean_of(std::span<const Interval>(all));
  const auto is_bound = [](const Interval& one) { return one.may_be_less || one.may_be_more; };
  if (std::ranges::any_of(all, is_bound)) return std::nullopt;
  std::vector<double> numbers;
  for (const Interval& one : all) numbers.push_back(one.best);
  const Spread spread(numbers);
  return Interval::exact(
      (statistic == Statistic::spread ? spread.deviation : spread.error).value());
}

/// Returns one point for runs that differ only in their start. If one of them has no number, the
/// result has none: the runs that end well are a biased sample.
Point point_over_starts(const std::vector<const Row*>& runs, const Side& side) {
  const Row& first = *runs.front();
  Point all{&first, side.quantity, {.label = first.problem + ", " + label_of_starts(first)}};
  std::vector<Interval> values;
  for (const Row* run : runs) {
    const Finding one = point_of_run(*run, side).finding;
    if (one.value && !one.is_failure) {
      values.push_back(*one.value);
      continue;
    }
    all.finding.is_failure = all.finding.is_failure || one.is_failure;
    all.finding.note =
        fmt::format("start {}: {}", run->record.start ? run->record.start->index : 0, one.note);
  }
  if (runs.size() < 2)
    all.finding.note = "it has one start";
  else if (values.size() == runs.size()) {
    all.finding.value = statistic_of(values, *side.quantity.over_starts);
    if (!all.finding.value) all.finding.note = "the numbers of its starts are bounds";
  }
  return all;
}

std::vector<Point> points_of_methods(const std::vector<const Row*>& rows, const Side& side) {
  std::vector<Point> points;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && same_method(*rows[first], *rows[last])) ++last;
    const Row& row = *rows[first];
    points.push_back(point_of(row, side.quantity, fmt::format("{}, {}", row.problem, row.method),
                              side.quantity.read(std::span(rows).subspan(first, last - first))));
  }
  return points;
}

bool are_of_one_problem(const std::vector<Point>& points) {
  return std::ranges::all_of(
      points, [&](const Point& point) { return same_problem(*point.row, *points[0].row); });
}

std::vector<std::vector<Point>> groups_of(std::vector<Point> points, PairBy by) {
  std::vector<std::vector<Point>> groups;
  for (Point& point : points) {
    const auto match = std::ranges::find_if(groups, [&](const auto& group) {
      const Row &a = *group[0].row, &b = *point.row;
      return same_problem(a, b) &&
             (by == PairBy::problem || a.step_or_tolerance == b.step_or_tolerance);
    });
    (match == groups.end() ? groups.emplace_back() : *match).push_back(std::move(point));
  }
  return groups;
}

}  // namespace

Side read_side(RuleReader& rule) {
  const bool judges_failed_runs = rule.find("failed_runs") != nullptr;
  return {read_row_choice(rule), read_quantity(rule, judges_failed_runs), judges_failed_runs};
}

Side read_other_side(RuleReader& rule) {
  const Json other = rule.other_side();
  RuleReader reader(other, rule.context());
  Side side = read_side(reader);
  side.take = reader.choice<Take>("take");
  reader.find("kind");  // the field appears only in messages
  reader.finish();
  return side;
}

std::string Side::words() const {
  const std::string one = take ? fmt::format("the {} ", name_of(*take)) : "";
  return fmt::format("{}{} of {}{}", one, quantity.words(), words_of(choice),
                     judges_failed_runs ? ", of failed runs what they left" : "");
}

std::vector<Point> measure(const Side& side, const Evidence& evidence) {
  const auto rows = choose(evidence, side.choice);
  if (side.quantity.is_of_methods()) return points_of_methods(rows, side);
  std::vector<Point> points;
  if (side.quantity.over_starts)
    for (const auto& runs : groups_of_starts(rows)) points.push_back(point_over_starts(runs, side));
  else
    for (const Row* row : rows) points.push_back(point_of_run(*row, side));
  return points;
}

Point extreme(const std::vector<Point>& points, Take take) {
  const auto is_unknown = [](const Point& point) { return !point.finding.value; };
  const auto is_failure = [&](const Point& point) {
    return is_unknown(point) && point.finding.is_failure;
  };
  for (const auto& spoils :
       {std::ranges::find_if(points, is_failure), std::ranges::find_if(points, is_unknown)})
    if (spoils != points.end()) return *spoils;
  std::vector<Interval> values;
  for (const Point& point : points) values.push_back(*point.finding.value);
  const Interval value = stiffbench::extreme(std::span<const Interval>(values), take);
  Point result = *std::ranges::find_if(
      points, [&](const Point& point) { return point.finding.value->best == value.best; });
  result.finding.value = value;
  return result;
}

bool is_same(const Point& a, const Point& b) { return a.row == b.row && a.quantity == b.quantity; }

std::string label_in_problem(const Point& point) {
  if (point.quantity.is_of_methods()) return point.row->method;
  return point.quantity.over_starts ? label_of_starts(*point.row) : label_of_run(*point.row);
}

std::string notes_of(const Point& a, const Point& b) {
  if (a.finding.note == b.finding.note) return a.finding.note;
  std::string notes;
  for (const Point* point : {&a, &b})
    if (!point->finding.note.empty())
      notes =
          joined_notes(notes, fmt::format("{}: {}", label_in_problem(*point), point->finding.note));
  return notes;
}

Finding without_partner(const Point& point) {
  return {.label = point.finding.label, .note = "no run here to compare it with"};
}

namespace {

/// Adds unknown findings for values in the lists of a pattern that no run has.
void add_missing_values(std::vector<Finding>& missing, const Json& pattern,
                        const std::vector<const Row*>& rows, bool (*has)(const Row&, const Json&)) {
  for (const auto& [name, values] : pattern.items()) {
    if (!values.is_array()) continue;
    for (const Json& value : values)
      if (std::ranges::none_of(rows, [&](const Row* row) { return has(*row, {{name, value}}); }))
        missing.push_back({.label = fmt::format("{} = {}", name, value.dump()),
                           .note = "no run here is of this kind"});
  }
}

}  // namespace

std::vector<Finding> missing_runs(const RowChoice& choice, const Evidence& evidence) {
  if (!evidence.contains(choice.experiment))
    return {{.label = choice.experiment, .note = "there are no records of it here"}};
  const auto rows = choose(evidence, choice);
  const std::vector<std::string> any{""};
  std::vector<Finding> missing;
  for (const std::string& method : choice.methods.empty() ? any : choice.methods)
    for (const std::string& problem : choice.problems.empty() ? any : choice.problems) {
      const bool has_run = std::ranges::any_of(rows, [&](const Row* row) {
        return (method.empty() || is_of_method(*row, method)) &&
               (problem.empty() || is_of_problem(*row, problem));
      });
      if (has_run) continue;
      const char* comma = method.empty() || problem.empty() ? "" : ", ";
      missing.push_back({.label = method.empty() && problem.empty() ? choice.experiment
                                                                    : problem + comma + method,
                         .note = "no run here is of this kind"});
    }
  add_missing_values(missing, choice.where, rows, is_where);
  add_missing_values(missing, choice.with, rows, is_with);
  return missing;
}

std::vector<Pairing> pair(std::vector<Point> above, std::vector<Point> below, PairBy by,
                          bool is_beside_all) {
  const bool is_beside_one = is_beside_all && are_of_one_problem(below);
  auto left = groups_of(std::move(above), by), right = groups_of(std::move(below), by);
  const auto fits = [&](const Row& a, const Row& b) {
    return (is_beside_one || same_problem(a, b)) &&
           (by == PairBy::problem || a.step_or_tolerance == b.step_or_tolerance);
  };
  std::vector<bool> has_partner(right.size(), false);
  std::vector<Pairing> pairings;
  for (auto& group : left) {
    Pairing pairing{std::move(group), {}};
    for (std::size_t i = 0; i < right.size() && pairing.below.empty(); ++i) {
      if (!fits(*pairing.above[0].row, *right[i][0].row)) continue;
      pairing.below = right[i];
      has_partner[i] = true;
    }
    pairings.push_back(std::move(pairing));
  }
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!has_partner[i]) pairings.push_back({{}, std::move(right[i])});
  return pairings;
}

}  // namespace stiffbench
