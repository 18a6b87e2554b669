#include "harness/replications/pages/archived_experiments.hpp"

#include "harness/io/data_file.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/records/tables/race.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "harness/replications/pages/changes_since.hpp"
#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/text.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Returns the error measures in the experiment's figures; a figure that names none uses the energy
/// norm.
std::set<std::string> measures_of_figures(const Json& experiment) {
  const auto specs = data_files("results/figures", ".vl.json");
  std::set<std::string> names{"energy_norm"};
  for (const std::string& figure : experiment.value("figures", std::vector<std::string>())) {
    const auto spec = specs.find(figure);
    if (spec == specs.end()) continue;  // a figure of another program
    const Json measures =
        read_json(spec->second).value(Json::json_pointer("/usermeta/diagram/error"), Json());
    for (const Json& measure : measures.is_array() ? measures : Json::array({measures}))
      if (measure.is_string()) names.insert(measure);
  }
  return names;
}

/// Returns true if every integrator named by the experiment has runs.
bool is_whole(const Json& experiment, const std::vector<Row>& rows) {
  return std::ranges::all_of(experiment["integrators"], [&](const Json& entry) {
    const std::string name = entry["name"];
    return name == "*" || std::ranges::any_of(rows, [&](const Row& row) {
             return row.record.integrator.name == name;
           });
  });
}

/// Returns true if runs are tuned and every integrator has two entries or more. Entries named "*"
/// stand for different integrators.
bool compares_settings(const Json& experiment) {
  if (experiment.value("settings", Json()) != "tuned") return false;
  std::map<std::string, int> entries;
  for (const Json& entry : experiment["integrators"]) ++entries[entry["name"]];
  return std::ranges::all_of(
      entries, [](const auto& entry) { return entry.first != "*" && entry.second > 1; });
}

/// Labels the problems of all experiments together, so that no two problems have the same label.
void label_problems(std::vector<ArchivedExperiment>& experiments) {
  std::vector<Record> records;
  for (const ArchivedExperiment& experiment : experiments)
    for (const Row& row : experiment.rows) records.push_back(row.record);
  const auto labels = problem_labels(records);
  auto label = labels.begin();
  for (ArchivedExperiment& experiment : experiments)
    for (Row& row : experiment.rows) row.problem = *label++;
}

}  // namespace

std::vector<std::string> ArchivedExperiment::problems() const {
  std::vector<std::string> names;
  for (const Row& row : rows)
    if (const std::string& name = row.record.problem.name; !std::ranges::count(names, name))
      names.push_back(name);
  return names;
}

std::vector<Row> ArchivedExperiment::rows_on(const std::string& problem) const {
  std::vector<Row> own;
  std::ranges::copy_if(rows, std::back_inserter(own),
                       [&](const Row& row) { return row.record.problem.name == problem; });
  return own;
}

std::vector<std::string> measures_of(const Json& experiment, const std::vector<Row>& rows) {
  std::vector<std::string> measures;
  const auto names = measures_of_figures(experiment);
  for (const std::string& name : error_measure_names())
    if (names.contains(name)) measures.push_back(name);
  std::set<std::string> outputs;
  for (const Row& row : rows)
    if (const auto& error = row.record.result.error)
      for (const auto& [name, output] : error->outputs) outputs.insert(name);
  measures.insert(measures.end(), outputs.begin(), outputs.end());
  return measures;
}

bool has_error(std::span<const Row> rows, const std::string& measure) {
  return std::ranges::any_of(rows, [&](const Row& row) {
    return row.record.result.error && error_of(*row.record.result.error, measure);
  });
}

std::vector<Row> rows_of_races(std::vector<Row> rows) {
  std::vector<Row> races;
  each_problem(rows, [&](std::span<Row> of_problem) {
    if (is_race(contestants(of_problem))) std::ranges::move(of_problem, std::back_inserter(races));
  });
  return races;
}

std::vector<ArchivedExperiment> archived_experiments(const fs::path& folder) {
  std::vector<ArchivedExperiment> experiments;
  for (const auto& [name, own] : folders_of_records(folder)) {
    const Json document = read_experiment(own);
    auto rows = make_rows(read_records(own), document);
    if (!is_whole(document, rows) || compares_settings(document)) continue;
    rows = rows_of_races(std::move(rows));
    if (!has_times_to_errors(rows)) continue;
    auto measures = measures_of(document, rows);
    experiments.push_back(
        {document, std::move(rows), std::move(measures), changes_since(document)});
  }
  std::ranges::sort(experiments, {}, [](const ArchivedExperiment& one) {
    return std::pair(one.problems().front(), one.document["name"].get<std::string>());
  });
  label_problems(experiments);
  return experiments;
}

std::vector<ArchivedExperiment> archived_comparisons_of_settings(const fs::path& folder) {
  std::vector<ArchivedExperiment> experiments;
  for (const auto& [name, own] : folders_of_records(folder)) {
    const Json document = read_experiment(own);
    if (compares_settings(document))
      experiments.push_back({document, make_rows(read_records(own), document), {}});
  }
  return experiments;
}

std::string marked_name(const MethodTime& method) {
  return cell(method.row->method) + bound_mark(method);
}

std::string leaders_text(const Ranking& ranking) {
  const std::string first = marked_name(ranking.all[0]);
  if (ranking.lead == Lead::clear) return "**" + first + "**";
  if (ranking.lead == Lead::alone) return first + " (alone)";
  std::vector<std::string> names;
  for (const MethodTime& method : ranking.integrators())
    if (ranking.leads(method)) names.push_back(marked_name(method));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_tuned(const Row& row) { return row.record.tuning && row.record.tuning->reason.empty(); }

bool has_tuned_runs(const std::vector<ArchivedExperiment>& experiments) {
  return std::ranges::any_of(experiments, [](const ArchivedExperiment& experiment) {
    return std::ranges::any_of(experiment.rows, is_tuned);
  });
}

std::string experiments_index(const std::vector<ArchivedExperiment>& experiments, bool are_tuned) {
  if (experiments.empty()) return "";
  std::string text =
      "\n## Times to an error\n\n"
      "[Which integrator should I take?](choosing.md) sums up each kind of problem. "
      "[Which method wins where](winners.md) has the fastest methods of every experiment below. "
      "[Every experiment](experiments.md) lists days, code and durations.\n";
  if (are_tuned)
    text += "[What tuning changed](tuning.md) compares the fastest settings with others.\n";
  std::map<std::string, std::string> lists;  // by problem
  for (const ArchivedExperiment& one : experiments)
    for (const std::string& problem : one.problems())
      lists[problem] += fmt::format("- `{}`: {}\n", one.document["name"].get<std::string>(),
                                    one.document["title"].get<std::string>());
  for (const auto& [problem, list] : lists)
    text +=
        fmt::format("\n[{}]({}.md):\n\n{}", ProblemRegistry::instance().find(problem).facts.title,
                    page_of_problem(problem), list);
  return text;
}

}  // namespace stiffbench
