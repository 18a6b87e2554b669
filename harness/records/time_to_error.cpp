#include "harness/records/time_to_error.hpp"

#include "base/error.hpp"
#include "harness/records/paper.hpp"
#include "harness/records/read_records.hpp"

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

std::optional<double> number(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

bool is_output(const std::string& measure) {
  const auto names = error_measure_names();
  return std::find(names.begin(), names.end(), measure) == names.end();
}

/// An output's `difference` or `floor`, relative to the reference's number.
std::optional<double> relative_output(const Json& error, const std::string& output,
                                      const std::string& part) {
  const Json judged = member(member(error, "outputs"), output);
  const auto difference = number(member(judged, part)), whole = number(member(judged, "reference"));
  if (!difference || !whole || *whole == 0) return std::nullopt;
  return std::abs(*difference / *whole);
}

/// A measure of states in an `error` of a record, or in its `floor`; nothing where it is null.
std::optional<double> relative_state(const Json& errors, const std::string& measure) {
  if (measure == "energy_norm") return number(member(errors, "energy_norm_relative"));
  if (measure != "position_and_velocity")
    return number(member(member(errors, measure), "l2_relative"));
  const auto x = relative_state(errors, "position"), v = relative_state(errors, "velocity");
  return x && v ? std::optional(std::max(*x, *v)) : std::nullopt;
}

std::optional<double> error_of(const Json& error, const std::string& measure) {
  return is_output(measure) ? relative_output(error, measure, "difference")
                            : relative_state(error, measure);
}

std::optional<double> floor_of(const Json& error, const std::string& measure) {
  return is_output(measure) ? relative_output(error, measure, "floor")
                            : relative_state(member(error, "floor"), measure);
}

struct Attempt {
  const Json* record;
  double fineness;  // h or tolerance
  std::optional<double> error, time;
  bool ended_well() const { return (*record)["status"] == "ok"; }
  bool was_stopped() const {
    const Json& status = (*record)["status"];
    return status == "timeout" || status == "out_of_memory";
  }
};

struct Method {
  std::string label;
  std::vector<Attempt> attempts;  // the finest first
};

/// The mean step of an integrator that chooses its own (s), or null.
Json step_of(const Json& record) {
  const Json& step = record["step"];
  if (!step["h"].is_null()) return step["h"];
  const Json span = member(record["problem"]["parameters"], "end_time");
  if (!span.is_number() || !step["count"].is_number() || step["count"] == 0) return nullptr;
  return span.get<double>() / step["count"].get<double>();
}

Attempt attempt_of(const Json& record, const std::string& measure) {
  const Json& step = record["step"];
  const Json time = member(record["runtime"], "median");
  return {&record, (step["h"].is_null() ? step["tolerance"] : step["h"]).get<double>(),
          error_of(record["error"], measure),
          time.is_number() ? std::optional(time.get<double>()) : std::nullopt};
}

/// A record and how its method is called.
struct Labelled {
  const Json* record;
  std::string method;
};

std::vector<Method> methods_of(const std::vector<Labelled>& records, const std::string& measure) {
  std::map<std::string, Method> by_label;
  for (auto& [record, label] : records) {
    Method& method = by_label[label];
    method.label = label;
    method.attempts.push_back(attempt_of(*record, measure));
  }
  std::vector<Method> methods;
  for (auto& [label, method] : by_label) {
    std::stable_sort(method.attempts.begin(), method.attempts.end(),
                     [](auto& a, auto& b) { return a.fineness < b.fineness; });
    methods.push_back(std::move(method));
  }
  return methods;
}

const Attempt* cheapest(const Method& method, double level) {
  const Attempt* best = nullptr;
  for (auto& attempt : method.attempts) {
    if (attempt.was_stopped()) continue;
    if (!attempt.ended_well() || !(attempt.error.value_or(infinity) <= level)) break;
    if (attempt.time && (!best || *attempt.time < *best->time)) best = &attempt;
  }
  return best;
}

void put_attempt(Json& row, const Attempt& attempt) {
  const Json& record = *attempt.record;
  row["h"] = step_of(record);
  row["tolerance"] = record["step"]["tolerance"];
  row["count"] = record["step"]["count"];
  row["error"] = *attempt.error;
  row["time"] = *attempt.time;
}

std::string statuses(const Method& method) {
  std::map<std::string, int> counts;
  for (auto& attempt : method.attempts) ++counts[(*attempt.record)["status"]];
  std::string text;
  for (auto& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status);
  return text;
}

/// Why no run reaches the level.
void put_failure(Json& row, const Method& method, double level) {
  const Attempt* nearest = nullptr;
  bool ended = false;
  for (auto& attempt : method.attempts) {
    ended = ended || attempt.ended_well();
    if (attempt.ended_well() && attempt.error && (!nearest || *attempt.error < *nearest->error))
      nearest = &attempt;
  }
  const bool untimed = nearest && *nearest->error <= level && !nearest->time;
  row["status"] = untimed   ? "not_timed"
                  : nearest ? "not_reached"
                  : ended   ? "not_judged"
                            : "unfinished";
  row["note"] = statuses(method);
  if (nearest)
    row["note"] = fmt::format("best {:.2g} at {} = {:.3g}; {}", *nearest->error,
                              (*nearest->record)["step"]["h"].is_null() ? "tolerance" : "h",
                              nearest->fineness, statuses(method));
}

Json row_of(const Method& method, double level, std::optional<double> floor) {
  Json row{{"method", method.label},
           {"integrator", (*method.attempts[0].record)["integrator"]["name"]},
           {"status", "reached"},
           {"note", nullptr}};
  for (auto* name : {"h", "tolerance", "count", "error", "time", "ratio", "coarsest"})
    row[name] = nullptr;
  if (floor && *floor >= level) {
    row["status"] = "unknown";
    row["note"] = fmt::format("the reference itself is known to {:.2g} only", *floor);
  } else if (const Attempt* best = cheapest(method, level)) {
    put_attempt(row, *best);
    row["coarsest"] = best == &method.attempts.back();
  } else {
    put_failure(row, method, level);
  }
  return row;
}

Json level_of(const std::vector<Method>& methods, double level, std::optional<double> floor) {
  std::vector<Json> rows;
  for (auto& method : methods) rows.push_back(row_of(method, level, floor));
  const auto time = [](const Json& row) {
    return row["time"].is_null() ? infinity : row["time"].get<double>();
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Json& a, const Json& b) { return time(a) < time(b); });
  for (auto& row : rows)
    if (!row["time"].is_null()) row["ratio"] = time(row) / time(rows[0]);
  return {{"level", level}, {"methods", rows}};
}

Json problem_of(const std::vector<Labelled>& records, const TimeToErrorOptions& options) {
  const Json& problem = (*records[0].record)["problem"];
  std::optional<double> floor;
  Json digits;
  for (auto& labelled : records)
    if (const Json& error = (*labelled.record)["error"]; error.is_object()) {
      floor = floor_of(error, options.measure);
      digits = error["digits"];
    }
  Json json{{"problem", label_of(problem)},
            {"name", problem["name"]},
            {"parameters", problem["parameters"]},
            {"dof", problem["dof"]},
            {"digits", digits},
            {"floor", floor ? Json(*floor) : Json(nullptr)},
            {"levels", Json::array()}};
  const auto methods = methods_of(records, options.measure);
  for (double level : options.levels) json["levels"].push_back(level_of(methods, level, floor));
  return json;
}

/// Refuses what no record has been judged by.
void check_output(const std::vector<Json>& records, const std::string& output) {
  std::set<std::string> names;
  for (auto& record : records) {
    const Json judged = member(record["error"], "outputs");
    for (auto& [name, value] : judged.items()) names.insert(name);
  }
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

Json time_to_error(const std::vector<Json>& records, const TimeToErrorOptions& options) {
  for (double level : options.levels)
    if (!(level > 0 && level < 1))
      throw Error("a level is a relative error in (0, 1)", fmt::format("{}", level),
                  "give for instance 0.1,0.01,0.001");
  if (is_output(options.measure)) check_output(records, options.measure);
  // In the order in which the records name the problems: that of the experiment.
  std::vector<std::string> order;
  std::map<std::string, std::vector<Labelled>> by_problem;
  const auto labels = method_labels(records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json& record = records[i];
    const std::string key = label_of(record["problem"]) + record["problem"]["hash"].dump();
    if (!by_problem.contains(key)) order.push_back(key);
    by_problem[key].push_back({&record, labels[i]});
  }
  Json table{{"measure", options.measure}, {"problems", Json::array()}};
  for (auto& key : order) table["problems"].push_back(problem_of(by_problem[key], options));
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
  const Json asked = row.value("level", paper["level"]);
  for (auto& level : problem["levels"]) {
    if (!asked.is_null() && level["level"] != asked) continue;
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
