#include "harness/targets/claims/quantity.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "base/text/read_number.hpp"
#include "harness/records/tables/start_statistics.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "problems/contract/outputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>
#include <sstream>

namespace stiffbench {
namespace {

const std::vector<std::string> kinds{"output", "error",   "initial_energy", "drift",  "energy",
                                     "time",   "pace",    "step_time",      "work",   "step_work",
                                     "memory", "time_to", "pace_to",        "step_to"};

std::optional<double> output_of(const Row& row, const RuleQuantity& quantity) {
  const auto& outputs = row.record.result.outputs;
  if (!outputs || !outputs->contains(quantity.detail)) return std::nullopt;
  const Value& value = outputs->at(quantity.detail);
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    if (!quantity.entries || quantity.entries->second >= std::ssize(*list)) return std::nullopt;
    return std::accumulate(list->begin() + quantity.entries->first,
                           list->begin() + quantity.entries->second + 1, 0.);
  }
  const Settings one{{quantity.detail, value}};
  const auto numbers = numbers_of(one);
  return numbers.empty() ? std::nullopt : std::optional(numbers.begin()->second);
}

/// The error, unless it is no larger than the reference's own.
std::optional<double> error_of_row(const Row& row, const std::string& measure) {
  const auto& error = row.record.result.error;
  if (!error) return std::nullopt;
  if (measure == "state_max") {
    const double floor = error->floor ? error->floor->state_max : 0,
                 own = error->measures.state_max;
    return own > floor ? std::optional(own) : std::nullopt;
  }
  const auto own = error_of(*error, measure), floor = floor_of(*error, measure);
  return own && *own > floor.value_or(0) ? own : std::nullopt;
}

std::optional<double> energy_of(const Row& row, const RuleQuantity& quantity) {
  const auto& energy = row.record.result.energy;
  if (!energy) return std::nullopt;
  if (quantity.kind == "initial_energy") return energy->initial;
  if (energy->initial == 0) return std::nullopt;
  return quantity.kind == "drift" ? energy->max_drift / std::abs(energy->initial)
                                  : energy->final / energy->initial;
}

std::optional<double> work_of(const Row& row, const std::string& counter) {
  std::optional<double> calls;
  if (const auto& work = row.record.result.work)
    Work::each(*work, [&](const std::string& name, long count) {
      if (name == counter) calls = static_cast<double>(count);
    });
  return calls;
}

/// A time over the span that the run integrates, both in seconds where the problem's time is.
std::optional<double> pace_of(const Row& row, std::optional<double> time) {
  const auto numbers = numbers_of(row.record.problem.parameters);
  const auto span = numbers.find("end_time");
  if (!time || span == numbers.end() || !(span->second > 0)) return std::nullopt;
  return *time / span->second;
}

std::optional<double> memory_of(const Row& row) {
  const auto& bytes = row.record.result.peak_bytes;
  return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

std::optional<double> of_run(const Row& row, const RuleQuantity& quantity) {
  if (quantity.kind == "output") return output_of(row, quantity);
  if (quantity.kind == "error") return error_of_row(row, quantity.detail);
  if (quantity.kind == "drift" || quantity.kind.ends_with("energy"))
    return energy_of(row, quantity);
  if (quantity.kind == "pace") return pace_of(row, row.time());
  if (quantity.kind == "memory") return memory_of(row);
  const bool is_of_step = quantity.kind.starts_with("step_");
  const double steps = is_of_step ? static_cast<double>(row.record.count.value_or(0)) : 1;
  const auto sum = quantity.kind.ends_with("time") ? row.time() : work_of(row, quantity.detail);
  return sum && steps > 0 ? std::optional(*sum / steps) : std::nullopt;
}

Point point_of_run(const Row& row, const RuleQuantity& quantity) {
  Point point{.row = &row, .label = label_of(row)};
  const Status status = row.record.result.status;
  if (row.ok()) {
    point.value = of_run(row, quantity);
    if (point.value && !std::isfinite(*point.value)) point.value.reset();
    if (!point.value)
      point.note = quantity.kind == "error" ? "its error is unknown or below the reference's own"
                                            : "its record has no such number";
    return point;
  }
  point.note = std::string("it ended as ") + std::string(to_string(status));
  point.is_failure = status != Status::timeout && status != Status::out_of_memory &&
                     status != Status::crashed && status != Status::unfit;
  return point;
}

/// The largest step from which on every smaller one of the method reaches the error.
std::optional<double> largest_step(std::span<const Row* const> runs, const RuleQuantity& quantity) {
  std::optional<double> step;
  for (const Row* row : std::views::reverse(runs)) {  // the finest first
    const auto& error = row->record.result.error;
    const auto own = row->ok() && error ? error_of(*error, quantity.detail) : std::nullopt;
    if (!own || *own > quantity.level) break;
    step = row->h;
  }
  return step;
}

/// The time of the cheapest run of the method that reaches the error, by the rule of
/// time_to_error(), in which the runs compete alone.
std::optional<double> shortest_time(std::span<const Row* const> runs,
                                    const RuleQuantity& quantity) {
  const bool is_judged = std::ranges::any_of(runs, [&](const Row* row) {
    const auto& error = row->record.result.error;
    return error && error_of(*error, quantity.detail);
  });
  if (!is_judged) return std::nullopt;
  std::vector<Row> own;
  for (const Row* row : runs) own.push_back(*row);
  const Json table = time_to_error(own, {.levels = {quantity.level}, .measure = quantity.detail});
  const Json& entry = table["problems"][0]["levels"][0]["methods"][0];
  return entry["time"].is_number() ? std::optional(entry["time"].get<double>()) : std::nullopt;
}

std::vector<Point> points_of_methods(const std::vector<const Row*>& rows,
                                     const RuleQuantity& quantity) {
  std::vector<Point> points;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && same_method(*rows[first], *rows[last])) ++last;
    const auto runs = std::span(rows).subspan(first, last - first);
    Point point{.row = runs[0], .label = fmt::format("{}, {}", runs[0]->problem, runs[0]->method)};
    point.value =
        quantity.kind == "step_to" ? largest_step(runs, quantity) : shortest_time(runs, quantity);
    if (!point.value) {
      point.note = fmt::format("no run reaches an error of {:g} in a known time", quantity.level);
      point.is_failure = std::ranges::any_of(runs, &Row::ok);
    } else if (quantity.kind == "pace_to") {
      point.value = pace_of(*runs[0], point.value);
      if (!point.value) point.note = "its problem has no end_time";
    }
    points.push_back(std::move(point));
  }
  return points;
}

/// What is taken of the numbers of all starts.
std::optional<double> statistic_of(const Spread& spread, const std::string& what) {
  if (what == "mean") return spread.mean;
  if (what == "spread") return spread.deviation;
  if (what == "error") return spread.error;
  return what == "least" ? spread.least : spread.largest;
}

/// One point for runs that differ in their start alone. Where one of them has no number, the others
/// say nothing: those that end well are not a fair sample.
Point point_over_starts(const std::vector<const Row*>& runs, const RuleQuantity& quantity) {
  const Row& first = *runs.front();
  Point all{.row = &first, .label = first.problem + ", " + label_of_starts(first)};
  std::vector<double> numbers;
  for (const Row* run : runs) {
    const Point point = point_of_run(*run, quantity);
    if (point.value) {
      numbers.push_back(*point.value);
      continue;
    }
    all.is_failure = all.is_failure || point.is_failure;
    all.note =
        fmt::format("start {}: {}", run->record.start ? run->record.start->index : 0, point.note);
  }
  if (runs.size() < 2)
    all.note = "it has one start";
  else if (numbers.size() == runs.size())
    all.value = statistic_of(Spread(numbers), quantity.over_starts);
  return all;
}

std::vector<Point> points_over_starts(const std::vector<const Row*>& rows,
                                      const RuleQuantity& quantity) {
  std::vector<Point> points;
  for (const auto& runs : groups_of_starts(rows))
    points.push_back(point_over_starts(runs, quantity));
  return points;
}

void check_counter(const std::string& name) {
  std::vector<std::string> counters;
  const Work none;
  Work::each(none, [&](const char* counter, long) { counters.emplace_back(counter); });
  if (std::ranges::count(counters, name) > 0) return;
  const std::string near = near_matches(name, counters);
  throw Error("work is counted by name", "'" + name + "'",
              near.empty() ? fmt::format("give one of {}", fmt::join(counters, ", ")) : near + "?");
}

}  // namespace

RuleQuantity quantity_from_json(const Json& rule) {
  const std::string text = rule.value("of", std::string());
  std::istringstream words(text);
  RuleQuantity quantity;
  words >> quantity.kind;
  if (std::ranges::count(kinds, quantity.kind) == 0) {
    const std::string near = near_matches(quantity.kind, kinds);
    throw Error(
        "a rule measures a quantity of runs", "'" + text + "'",
        near.empty() ? fmt::format("begin with one of {}", fmt::join(kinds, ", ")) : near + "?");
  }
  if (quantity.is_of_methods()) {
    std::string level;
    words >> level;
    const auto number = read_number<double>(level);
    if (!number || !(*number > 0))
      throw Error("a level of error is a positive number", "'" + text + "'",
                  "write for instance '" + quantity.kind + " 0.01'");
    quantity.level = *number;
  }
  words >> quantity.detail;
  if (quantity.detail.empty() && (quantity.is_of_methods() || quantity.kind == "error"))
    quantity.detail = "energy_norm";
  const bool needs_detail = quantity.kind == "output" || quantity.kind.ends_with("work");
  if (quantity.detail.empty() && needs_detail)
    throw Error("an output and a counter have a name", "'" + text + "'",
                "write it behind '" + quantity.kind + "'");
  if (quantity.kind.ends_with("work")) check_counter(quantity.detail);
  if (rule.contains("entries")) quantity.entries = {rule["entries"][0], rule["entries"][1]};
  quantity.over_starts = rule.value("over_starts", std::string());
  if (quantity.is_of_methods() && !quantity.over_starts.empty())
    throw Error("a level is reached by a method, not by one of its starts", "'" + text + "'",
                "leave over_starts out");
  return quantity;
}

std::vector<Point> measure_points(const Evidence& evidence, const RowChoice& choice,
                                  const RuleQuantity& quantity) {
  const auto rows = choose(evidence, choice);
  if (quantity.is_of_methods()) return points_of_methods(rows, quantity);
  if (!quantity.over_starts.empty()) return points_over_starts(rows, quantity);
  std::vector<Point> points;
  for (const Row* row : rows) points.push_back(point_of_run(*row, quantity));
  return points;
}

}  // namespace stiffbench
