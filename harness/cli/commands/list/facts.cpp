#include "harness/cli/commands/list/facts.hpp"

#include "harness/cli/commands/list/stability.hpp"
#include "harness/io/data_file.hpp"
#include "harness/processes/pool.hpp"
#include "harness/sweep/expected_time.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace stiffbench {
namespace {

/// Returns the values that a rule permits by name, as in "one of half full"; empty for other rules.
Json values_of(const Rule& rule) {
  constexpr std::string_view beginning = "one of ";
  Json values = Json::array();
  if (!rule.text.starts_with(beginning)) return values;
  std::istringstream words(rule.text.substr(beginning.size()));
  for (std::string word; words >> word;) values.push_back(word);
  return values;
}

Json describe(const std::vector<ParameterFacts>& parameters) {
  Json list = Json::array();
  for (auto& parameter : parameters)
    list.push_back({{"name", parameter.name},
                    {"default", to_json(parameter.value)},
                    {"rule", parameter.rule.text},
                    {"values", values_of(parameter.rule)},
                    {"doc", parameter.doc}});
  return list;
}

Json problems() {
  Json list = Json::array();
  for (auto& entry : ProblemRegistry::instance().all())
    list.push_back({{"name", entry.facts.name},
                    {"title", entry.facts.title},
                    {"equation", entry.facts.equation},
                    {"doi", entry.facts.doi.empty() ? Json(nullptr) : Json(entry.facts.doi)},
                    {"parameters", describe(entry.parameters)}});
  return list;
}

Json integrators() {
  Json list = Json::array();
  // A smooth, undamped, nonlinear problem, on which every method shows its full order.
  const auto chain = ProblemRegistry::instance().make("fput");
  for (auto& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method.facts();
    list.push_back({{"name", facts.name},
                    {"title", facts.title},
                    {"doi", facts.doi.empty() ? Json(nullptr) : Json(facts.doi)},
                    {"family", names_of(facts.family)[static_cast<std::size_t>(facts.family)]},
                    {"order", method.adaptive() ? Json() : Json(method.order(*chain))},
                    {"library", facts.library.empty() ? Json(nullptr) : Json(facts.library)},
                    {"stages", facts.stages},
                    {"feasible", facts.feasible},
                    {"adaptive", method.adaptive()},
                    {"parameters", describe(method.parameters())},
                    {"stability", describe_stability(method)}});
  }
  return list;
}

/// Returns the names of the entries of a list, each once, in order.
Json names_of(const Json& entries) {
  Json names = Json::array();
  for (const Json& entry : entries)
    if (std::ranges::count(names, entry["name"]) == 0) names.push_back(entry["name"]);
  return names;
}

Json experiments() {
  Json list = Json::array();
  for (const auto& file : experiment_files()) {
    const Json experiment = read_json(file);
    const CostSum whole = whole_cost_of(file);
    const double seconds = whole.wall(usable_cores());
    list.push_back({{"name", experiment["name"]},
                    {"title", experiment["title"]},
                    {"problems", names_of(experiment["problems"])},
                    {"integrators", names_of(experiment["integrators"])},
                    {"figures", experiment.value("figures", Json::array())},
                    {"remarks", experiment.value("remarks", Json::array())},
                    {"seconds", seconds},
                    {"rough", whole.is_rough},
                    {"time", duration_text(seconds, whole.is_rough)},
                    {"file", file}});
  }
  return list;
}

/// Reads a figure's specification. One that extends another contains a patch (RFC 6902) of it.
Json read_figure(const std::filesystem::path& file) {
  const Json spec = read_json(file);
  if (!spec.contains("extends")) return spec;
  const auto base = find_data_file(spec["extends"], "results/figures", ".vl.json",
                                   file.string() + " must extend a figure by its name");
  return read_figure(base).patch(spec["patch"]);
}

Json figures() {
  Json list = Json::array();
  for (const auto& [name, file] : data_files("results/figures", ".vl.json"))
    list.push_back({{"name", name},
                    {"title", read_figure(file).value("description", "")},
                    {"file", file.string()}});
  return list;
}

/// Returns the papers' tables. `beside` is the command that prints our numbers beside them.
Json tables() {
  Json list = Json::array();
  for (const auto& [name, file] : data_files("results/tables", ".json")) {
    const Json table = read_json(file);
    Json rows = Json::array();
    for (const Json& row : table["rows"]) rows.push_back(row["title"]);
    const std::string form = table.contains("output")
                                 ? "--output " + table["output"].get<std::string>()
                                 : "--time-to-error";
    list.push_back({{"name", name},
                    {"title", table["table"]},
                    {"doi", table["doi"]},
                    {"rows", rows},
                    {"beside", "table DIR " + form + " --paper " + name},
                    {"remarks", table["remarks"]},
                    {"file", file.string()}});
  }
  return list;
}

}  // namespace

const std::vector<ListedKind>& listed_kinds() {
  static const std::vector<ListedKind> kinds{
      {"problems", "equations with their data", problems},
      {"integrators", "methods", integrators},
      {"experiments", "sweeps for 'run'", experiments},
      {"figures", "pictures for 'figure'", figures},
      {"tables", "papers' tables for 'table --paper'", tables}};
  return kinds;
}

std::vector<std::string> names_of_kind(const std::string& kind) {
  const auto place = std::ranges::find(listed_kinds(), kind, &ListedKind::name);
  std::vector<std::string> names;
  if (place != listed_kinds().end())
    for (const Json& entry : place->facts()) names.push_back(entry["name"]);
  return names;
}

}  // namespace stiffbench
