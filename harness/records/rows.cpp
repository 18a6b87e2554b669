#include "harness/records/rows.hpp"

#include "harness/records/code/choose_code.hpp"
#include "harness/records/code/interpreted.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/records/tables/ranking.hpp"
#include "harness/records/tuning/choose_settings.hpp"
#include "harness/records/work_weights.hpp"
#include "problems/contract/outputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace stiffbench {
namespace {

/// Returns the mean step (s) of an adaptive integrator.
std::optional<double> mean_step(const Record& record) {
  const auto span = record.problem.parameters.find("end_time");
  if (span == record.problem.parameters.end() || record.count.value_or(0) < 1) return std::nullopt;
  const auto number = numbers_of({*span});
  if (number.empty()) return std::nullopt;
  return number.begin()->second / static_cast<double>(*record.count);
}

/// Returns true if an entry of an experiment's problems describes this problem.
bool is_entry(const Json& entry, const Record::ProblemPart& problem) {
  if (entry["name"] != problem.name || entry.value("label", "") != problem.title) return false;
  const Settings given =
      settings_from_json("an experiment", entry.value("parameters", Json::object()));
  return std::ranges::all_of(given, [&](const auto& setting) {
    const auto own = problem.parameters.find(setting.first);
    return own != problem.parameters.end() && to_json(own->second) == to_json(setting.second);
  });
}

/// Returns the index of the problem in the experiment, or the number of its problems if it is
/// absent.
std::size_t place_in(const Json& experiment, const Record::ProblemPart& problem) {
  if (experiment.is_null()) return 0;
  const Json& entries = experiment["problems"];
  const auto is_its = [&](const Json& entry) { return is_entry(entry, problem); };
  return static_cast<std::size_t>(std::ranges::find_if(entries, is_its) - entries.begin());
}

/// Ranks the problems from 0: by the experiment, then by labels in natural order.
std::vector<long> problem_ranks(const std::vector<Record>& records,
                                const std::vector<std::string>& labels, const Json& experiment) {
  using Key = std::pair<std::size_t, std::string>;
  const auto before = [](const Key& a, const Key& b) {
    return a.first != b.first ? a.first < b.first : naturally_before(a.second, b.second);
  };
  std::map<Key, long, decltype(before)> ranks(before);
  std::vector<Key> keys;
  for (std::size_t i = 0; i < records.size(); ++i)
    ranks[keys.emplace_back(place_in(experiment, records[i].problem), labels[i])] = 0;
  long next = 0;
  for (auto& [key, rank] : ranks) rank = next++;
  std::vector<long> all;
  for (const Key& key : keys) all.push_back(ranks.at(key));
  return all;
}

Row make_row(const Record& record) {
  Row row;
  row.record = record;
  row.h = record.h ? record.h : mean_step(record);
  row.step_or_tolerance = record.h ? *record.h : record.tolerance.value_or(0);
  if (record.result.error) {
    row.error = error_of(*record.result.error, "energy_norm");
    row.floor = floor_of(*record.result.error, "energy_norm");
  }
  return row;
}

/// Returns the order measured between two runs of one method if both errors are known.
std::optional<double> slope_between(const Row& coarse, const Row& fine) {
  const auto is_certain = [](const Row& row) {
    return row.ok() && row.record.h && row.error && *row.error > 0 && !row.below_floor();
  };
  if (!same_method(coarse, fine) || !is_certain(coarse) || !is_certain(fine)) return std::nullopt;
  if (!(*coarse.record.h > *fine.record.h)) return std::nullopt;
  return std::log(*coarse.error / *fine.error) / std::log(*coarse.record.h / *fine.record.h);
}

/// Returns the change of the slope between two runs if their errors were shifted by the floor.
double slope_uncertainty(const Row& coarse, const Row& fine) {
  return coarse.floor.value_or(0) * (1 / *coarse.error + 1 / *fine.error) /
         std::log(*coarse.record.h / *fine.record.h);
}

/// Sets `asymptotic` of all rows.
void mark_asymptotic(std::vector<Row>& rows) {
  constexpr double large_error = 0.1, width = 0.25;
  const auto slope_at = [&](std::size_t i) {
    return i < rows.size() ? rows[i].slope : std::nullopt;
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (!row.slope || *rows[i - 1].error >= large_error ||
        slope_uncertainty(rows[i - 1], row) > width)
      continue;
    const auto is_near = [&](const auto& other, double distance) {
      return other && std::abs(*row.slope - static_cast<double>(*other)) <= distance;
    };
    // Rows of two methods are separated by a row without a slope, so that neighbours share the
    // method.
    const auto before = slope_at(i - 1), behind = slope_at(i + 1);
    const auto& order = row.record.integrator.order;
    row.asymptotic = ((!before && !behind) || is_near(before, width) || is_near(behind, width)) &&
                     (!order || is_near(order, 2 * width));
  }
}

/// Returns the error of a row, or the floor if it is larger.
double certain_error(const Row& row) { return std::max(*row.error, row.floor.value_or(0)); }

/// Sets `most_precise` of one problem's rows. It requires competing methods.
void mark_most_precise(std::span<Row> of_problem) {
  std::map<double, std::vector<Row*>> by_step;
  for (Row& row : of_problem)
    if (row.ok() && row.error && row.record.h) by_step[*row.record.h].push_back(&row);
  for (const auto& [h, rows] : by_step) {
    const double least = certain_error(
        **std::ranges::min_element(rows, {}, [](const Row* row) { return certain_error(*row); }));
    for (Row* row : rows) row->most_precise = rows.size() > 1 && certain_error(*row) == least;
  }
}

/// Sets `pareto` of one problem's rows. Errors below the floor are replaced by the floor.
void mark_front(std::span<Row> of_problem) {
  std::vector<Row*> rows;
  for (Row& row : of_problem)
    if (row.ok() && row.error && row.time()) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), [&](const Row* a, const Row* b) {
    return std::tuple(*a->time(), certain_error(*a)) < std::tuple(*b->time(), certain_error(*b));
  });
  double best = std::numeric_limits<double>::infinity();
  for (Row* row : rows) {
    row->pareto = certain_error(*row) < best;
    best = std::min(best, certain_error(*row));
  }
}

}  // namespace

std::optional<double> Row::time() const {
  if (!record.result.runtime || is_interpreted(record)) return std::nullopt;
  return record.result.runtime->total();
}

bool same_problem(const Row& a, const Row& b) {
  return a.problem == b.problem && a.record.problem.hash == b.record.problem.hash;
}

bool same_method(const Row& a, const Row& b) { return same_problem(a, b) && a.method == b.method; }

bool same_but_start(const Row& a, const Row& b) {
  return same_method(a, b) && a.step_or_tolerance == b.step_or_tolerance && a.record.start &&
         b.record.start;
}

std::vector<Row> make_rows(const std::vector<Record>& records, const Json& experiment) {
  const auto problems = problem_labels(records), methods = method_labels(records);
  const auto ranks = problem_ranks(records, problems, experiment);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    rows.push_back(make_row(records[i]));
    rows.back().problem = problems[i];
    rows.back().method = methods[i];
    rows.back().problem_rank = ranks[i];
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.problem_rank, a.record.problem.hash, a.method, b.step_or_tolerance,
                    a.record.start) < std::tie(b.problem_rank, b.record.problem.hash, b.method,
                                               a.step_or_tolerance, b.record.start);
  });
  for (std::size_t i = 1; i < rows.size(); ++i) rows[i].slope = slope_between(rows[i - 1], rows[i]);
  mark_asymptotic(rows);
  each_problem(rows, weigh_work);
  mark_cheapest(rows);
  compare_methods(rows);
  return rows;
}

void compare_methods(std::vector<Row>& rows) {
  each_problem(rows, mark_front);
  each_problem(rows, mark_most_precise);
  for (Row& row : rows) row.ranks.clear();
  mark_ranks(rows);
}

std::vector<Row> read_rows(const std::filesystem::path& folder, const std::string& code,
                           const std::string& settings) {
  return make_rows(choose_settings(choose_code(read_records(folder), code), settings),
                   read_experiment(folder));
}

}  // namespace stiffbench
