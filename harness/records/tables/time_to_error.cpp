#include "harness/records/tables/time_to_error.hpp"

#include "base/error.hpp"
#include "harness/records/tables/attempts.hpp"
#include "harness/records/tables/paper.hpp"
#include "harness/records/tables/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace stiffbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_output(const std::string& measure) {
  const auto names = error_measure_names();
  return std::find(names.begin(), names.end(), measure) == names.end();
}

std::optional<double> if_finite(double number) {
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Returns the `difference` or `floor` of an output relative to the reference's output.
std::optional<double> relative_output(const RunError& error, const std::string& name,
                                      double OutputError::*part) {
  const auto output = error.outputs.find(name);
  if (output == error.outputs.end() || output->second.reference == 0) return std::nullopt;
  return if_finite(std::abs(output->second.*part / output->second.reference));
}

std::optional<double> relative_state(const ErrorMeasures& e, const std::string& measure) {
  if (measure == "energy_norm") return if_finite(e.energy_norm_relative);
  if (measure == "position") return if_finite(e.position_l2_relative);
  if (measure == "velocity") return if_finite(e.velocity_l2_relative);
  const auto x = if_finite(e.position_l2_relative), v = if_finite(e.velocity_l2_relative);
  return x && v ? std::optional(std::max(*x, *v)) : std::nullopt;
}

void put_attempt(Json& entry, const Attempt& attempt) {
  const Row& row = *attempt.row;
  entry["h"] = value_or_null(row.h);
  entry["tolerance"] = value_or_null(row.record.tolerance);
  entry["count"] = value_or_null(row.record.count);
  entry["error"] = *attempt.error;
  entry["time"] = *row.time();
}

std::string statuses(const Attempts& method) {
  std::map<std::string_view, int> counts;
  for (const Attempt& attempt : method) ++counts[to_string(attempt.row->record.result.status)];
  std::string text;
  for (const auto& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status);
  return text;
}

/// Writes the reason why no run reaches the level.
void put_failure(Json& entry, const Attempts& method, double level) {
  const Attempt* nearest = nullptr;
  bool ended = false;
  for (const Attempt& attempt : method) {
    ended = ended || attempt.row->ok();
    if (attempt.row->ok() && attempt.error && (!nearest || *attempt.error < *nearest->error))
      nearest = &attempt;
  }
  const bool untimed = nearest && *nearest->error <= level && !nearest->row->time();
  entry["status"] = untimed   ? "not_timed"
                    : nearest ? "not_reached"
                    : ended   ? "not_judged"
                              : "unfinished";
  entry["note"] = statuses(method);
  if (nearest)
    entry["note"] = fmt::format("best {:.2g} at {} = {:.3g}; {}", *nearest->error,
                                nearest->row->record.h ? "h" : "tolerance", nearest->row->fineness,
                                statuses(method));
}

Json entry_of(const Attempts& method, double level, std::optional<double> floor) {
  const Row& first = *method[0].row;
  Json entry{{"method", first.method},
             {"integrator", first.record.integrator.name},
             {"status", "reached"},
             {"note", nullptr}};
  for (auto* name : {"h", "tolerance", "count", "error", "time", "ratio", "coarsest"})
    entry[name] = nullptr;
  if (floor && *floor >= level) {
    entry["status"] = "unknown";
    entry["note"] = fmt::format("the reference itself is known to {:.2g} only", *floor);
  } else if (const Attempt* best = cheapest(method, level)) {
    put_attempt(entry, *best);
    entry["coarsest"] = is_coarsest(*best, method);
  } else {
    put_failure(entry, method, level);
  }
  return entry;
}

/// Returns the lead of the first of these entries, which are sorted by time; null if none reaches
/// the level.
Json lead_of(const std::vector<Json>& entries) {
  if (entries[0]["ratio"].is_null()) return nullptr;
  const auto next = std::ranges::find_if(
      entries, [&](const Json& entry) { return entry["integrator"] != entries[0]["integrator"]; });
  const bool has_next = next != entries.end() && !(*next)["ratio"].is_null();
  const Lead lead = lead_over(has_next ? std::optional<double>((*next)["ratio"]) : std::nullopt);
  return names_of(Lead{})[static_cast<std::size_t>(lead)];
}

Json level_of(const std::vector<Attempts>& methods, double level, std::optional<double> floor) {
  std::vector<Json> entries;
  for (const Attempts& method : methods) entries.push_back(entry_of(method, level, floor));
  const auto time = [](const Json& entry) {
    return entry["time"].is_null() ? infinity : entry["time"].get<double>();
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Json& a, const Json& b) { return time(a) < time(b); });
  for (auto& entry : entries)
    if (!entry["time"].is_null()) entry["ratio"] = time(entry) / time(entries[0]);
  return {{"level", level}, {"lead", lead_of(entries)}, {"methods", entries}};
}

Json problem_of(std::span<const Row> rows, const TimeToErrorOptions& options) {
  std::optional<double> floor, digits;
  for (const Row& row : rows)
    if (const auto& error = row.record.result.error) {
      floor = floor_of(*error, options.measure);
      digits = error->digits;
    }
  const Record::ProblemPart& problem = rows[0].record.problem;
  Json json{{"problem", rows[0].problem},
            {"name", problem.name},
            {"parameters", to_json(problem.parameters)},
            {"dof", problem.dof},
            {"digits", value_or_null(digits)},
            {"floor", value_or_null(floor)},
            {"levels", Json::array()}};
  const auto methods = attempts_of(rows, options.measure);
  const bool races = is_race(contestants(rows));
  for (double level : options.levels) {
    json["levels"].push_back(level_of(methods, level, floor));
    if (!races) json["levels"].back()["lead"] = nullptr;
  }
  return json;
}

/// Throws an Error for an output that no record compares with the reference.
void check_output(const std::vector<Row>& rows, const std::string& output) {
  std::set<std::string> names;
  for (const Row& row : rows)
    if (const auto& error = row.record.result.error)
      for (const auto& [name, value] : error->outputs) names.insert(name);
  if (names.contains(output)) return;
  throw Error("an error is measured by states, or by an output that these records were judged by",
              "'" + output + "'",
              fmt::format("give one of {}{}{}", fmt::join(error_measure_names(), ", "),
                          names.empty() ? "" : ", ", fmt::join(names, ", ")));
}

}  // namespace

std::vector<std::string> error_measure_names() {
  return {"energy_norm", "position", "velocity", "position_and_velocity"};
}

std::string words_of_measure(const std::string& measure) {
  if (measure == "energy_norm") return "relative error in the energy norm";
  if (measure == "position_and_velocity")
    return "relative L2 error, the larger of position and velocity";
  if (measure == "position" || measure == "velocity") return "relative L2 error of the " + measure;
  return "distance of the output '" + measure + "' from the reference's, relative to that";
}

std::optional<double> error_of(const RunError& error, const std::string& measure) {
  return is_output(measure) ? relative_output(error, measure, &OutputError::difference)
                            : relative_state(error.measures, measure);
}

std::optional<double> floor_of(const RunError& error, const std::string& measure) {
  if (is_output(measure)) return relative_output(error, measure, &OutputError::floor);
  return error.floor ? relative_state(*error.floor, measure) : std::nullopt;
}

void mark_cheapest(std::vector<Row>& rows) {
  const TimeToErrorOptions options;
  each_problem(rows, [&](std::span<const Row> of_problem) {
    for (const Attempts& method : attempts_of(of_problem, options.measure))
      for (const double level : options.levels)
        if (const Attempt* best = cheapest(method, level))
          rows[static_cast<std::size_t>(best->row - rows.data())].cheapest_at.push_back(level);
  });
}

bool has_times_to_errors(const std::vector<Row>& rows) {
  return std::ranges::any_of(
      rows, [](const Row& row) { return row.time() && row.record.result.error.has_value(); });
}

Json time_to_error(const std::vector<Row>& rows, const TimeToErrorOptions& options) {
  for (double level : options.levels)
    if (!(level > 0 && level < 1))
      throw Error("a level is a relative error in (0, 1)", fmt::format("{}", level),
                  "give for instance 0.1,0.01,0.001");
  if (is_output(options.measure)) check_output(rows, options.measure);
  Json table{{"measure", options.measure}, {"problems", Json::array()}};
  each_problem(rows, [&](std::span<const Row> of_problem) {
    table["problems"].push_back(problem_of(of_problem, options));
  });
  return table;
}

namespace {

std::vector<std::string> texts(const Json& problem, const Json& remarks) {
  std::vector<std::string> all;
  for (auto& remark : remarks)
    if (is_problem(problem, {{"name", problem["name"]}, {"parameters", remark["parameters"]}}))
      all.push_back(remark["text"]);
  return all;
}

void add_paper_row(Json& problem, const Json& paper, const Json& row) {
  double best = infinity;
  for (auto& [name, run] : row["runs"].items()) best = std::min(best, run["time"].get<double>());
  problem["paper"] = {{"doi", paper["doi"]},
                      {"table", paper["table"]},
                      {"row", row["row"]},
                      {"title", row["title"]},
                      {"remarks", texts(problem, row["remarks"])}};
  const Json paper_level = row.value("level", paper["level"]);
  for (auto& level : problem["levels"]) {
    if (!paper_level.is_null() && level["level"] != paper_level) continue;
    for (auto& method : level["methods"])
      if (const auto name = paper_name(paper["methods"], method["integrator"])) {
        const Json& run = row["runs"][*name];
        method["paper"] = {{"method", *name},
                           {"h", run["h"]},
                           {"time", run["time"]},
                           {"ratio", run["time"].get<double>() / best}};
      }
  }
}

}  // namespace

void add_paper(Json& table, const Json& paper) {
  for (auto& problem : table["problems"])
    for (auto& row : paper["rows"])
      if (is_problem(problem, row["problem"])) add_paper_row(problem, paper, row);
  table["remarks"] = paper["remarks"];
}

}  // namespace stiffbench
