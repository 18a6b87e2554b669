#include "harness/records/tables/time_to_error.hpp"

#include "base/error.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ranges>
#include <set>

namespace stiffbench {
namespace {

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

std::optional<double> digits_of(std::span<const Row> of_problem) {
  for (const Row& row : of_problem | std::views::reverse)
    if (const auto& error = row.record.result.error) return error->digits;
  return std::nullopt;
}

std::optional<double> number_or_nothing(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

/// Returns the remarks of a paper's row that are about a problem.
std::vector<std::string> remarks_on(const Record::ProblemPart& problem, const Json& remarks) {
  std::vector<std::string> all;
  for (const Json& remark : remarks)
    if (is_problem(problem, {{"name", problem.name}, {"parameters", remark["parameters"]}}))
      all.push_back(remark["text"]);
  return all;
}

PaperTimes paper_times(const Record::ProblemPart& problem, const Json& paper, const Json& row) {
  PaperTimes times{.doi = paper["doi"],
                   .table = paper["table"],
                   .row = row["row"],
                   .title = row["title"],
                   .remarks = remarks_on(problem, row["remarks"]),
                   .level = number_or_nothing(row.value("level", paper["level"])),
                   .runs = {}};
  double best = std::numeric_limits<double>::infinity();
  for (const Json& run : row["runs"]) best = std::min(best, run["time"].get<double>());
  for (const auto& [method, facts] : paper["methods"].items())
    for (const Json& integrator : facts["integrators"]) {
      if (!row["runs"].contains(method)) continue;
      const Json& run = row["runs"][method];
      const auto time = run["time"].get<double>();
      times.runs.emplace(integrator,
                         PaperTimes::Run{method, number_or_nothing(run["h"]), time, time / best});
    }
  return times;
}

Json paper_json(const PaperTimes& paper) {
  return {{"doi", paper.doi},
          {"table", paper.table},
          {"row", paper.row},
          {"title", paper.title},
          {"remarks", paper.remarks}};
}

Json level_json(const TimesToErrors::OfProblem& problem, const Ranking& ranking) {
  Json json = to_json(ranking);
  for (std::size_t i = 0; i < ranking.all.size(); ++i)
    if (const PaperTimes::Run* run = problem.paper_run(ranking.level, ranking.all[i]))
      json["methods"][i]["paper"] = {{"method", run->method},
                                     {"h", value_or_null(run->h)},
                                     {"time", run->time},
                                     {"ratio", run->ratio}};
  return json;
}

Json problem_json(const TimesToErrors::OfProblem& of_problem) {
  const Record::ProblemPart& problem = of_problem.rows[0].record.problem;
  Json json{{"problem", of_problem.rows[0].problem},
            {"name", problem.name},
            {"parameters", to_json(problem.parameters)},
            {"dof", problem.dof},
            {"digits", value_or_null(of_problem.digits)},
            {"floor", value_or_null(of_problem.floor)},
            {"levels", Json::array()}};
  for (const Ranking& ranking : of_problem.levels)
    json["levels"].push_back(level_json(of_problem, ranking));
  if (!of_problem.papers.empty()) json["paper"] = paper_json(of_problem.papers.back());
  return json;
}

}  // namespace

const PaperTimes::Run* TimesToErrors::OfProblem::paper_run(double level,
                                                           const MethodTime& method) const {
  for (const PaperTimes& paper : papers | std::views::reverse) {
    const auto run = paper.runs.find(method.row->record.integrator.name);
    if (run != paper.runs.end() && paper.level.value_or(level) == level) return &run->second;
  }
  return nullptr;
}

bool has_times_to_errors(const std::vector<Row>& rows) {
  return std::ranges::any_of(
      rows, [](const Row& row) { return row.time() && row.record.result.error.has_value(); });
}

TimesToErrors times_to_errors(const std::vector<Row>& rows, const TimeToErrorOptions& options) {
  for (const double level : options.levels)
    if (!(level > 0 && level < 1))
      throw Error("a level is a relative error in (0, 1)", fmt::format("{}", level),
                  "give for instance 0.1,0.01,0.001");
  if (is_output(options.measure)) check_output(rows, options.measure);
  TimesToErrors table{options.measure, {}};
  each_problem(rows, [&](std::span<const Row> of_problem) {
    table.problems.push_back({of_problem, digits_of(of_problem),
                              largest_floor(of_problem, options.measure),
                              rank_methods(of_problem, options.measure, options.levels)});
  });
  return table;
}

void add_paper(TimesToErrors& table, const Json& paper) {
  for (auto& of_problem : table.problems) {
    const Record::ProblemPart& problem = of_problem.rows[0].record.problem;
    for (const Json& row : paper["rows"])
      if (is_problem(problem, row["problem"]))
        of_problem.papers.push_back(paper_times(problem, paper, row));
  }
  table.remarks = paper["remarks"].get<std::vector<std::string>>();
}

Json to_json(const TimesToErrors& table) {
  Json json{{"measure", table.measure}, {"problems", Json::array()}};
  for (const auto& problem : table.problems) json["problems"].push_back(problem_json(problem));
  if (table.remarks) json["remarks"] = *table.remarks;
  return json;
}

}  // namespace stiffbench
