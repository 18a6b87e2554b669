#include "harness/cli/commands/list/facts.hpp"

#include "harness/cli/commands/list/coefficients.hpp"
#include "harness/cli/commands/list/stability.hpp"
#include "harness/io/data_file.hpp"
#include "harness/processes/pool.hpp"
#include "harness/sweep/expected_time.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
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

Json list_of(const Ladder& ladder) {
  Json list = Json::array();
  for (const Value& value : ladder.values) list.push_back(to_json(value));
  return list;
}

Json describe(const std::vector<ParameterFacts>& parameters) {
  Json list = Json::array();
  for (auto& parameter : parameters)
    list.push_back({{"name", parameter.name},
                    {"default", to_json(parameter.value)},
                    {"rule", parameter.rule.text},
                    {"values", values_of(parameter.rule)},
                    {"doc", parameter.doc},
                    {"ladder", list_of(parameter.ladder)}});
  return list;
}

Json problem(const std::string& name) {
  const auto& entry = ProblemRegistry::instance().find(name);
  return {{"name", name},
          {"title", entry.facts.title},
          {"equation", entry.facts.equation},
          {"doi", text_or_null(entry.facts.doi)},
          {"parameters", describe(entry.parameters)}};
}

Json integrator(const std::string& name) {
  const AnyIntegrator method = IntegratorRegistry::instance().make(name);
  const Facts facts = method->facts();
  // A smooth, undamped, nonlinear problem, on which every method shows its full order; with more
  // unknowns than a method of the lowest modes has modes, as bodies have, or it would show that of
  // the modes alone.
  const auto chain = ProblemRegistry::instance().make("fput", {{"m", 64L}});
  return {{"name", name},
          {"title", facts.title},
          {"doi", text_or_null(facts.doi)},
          {"family", names_of(facts.family)[static_cast<std::size_t>(facts.family)]},
          {"group", text_or_null(facts.group)},
          {"order", method->adaptive() ? Json() : Json(method->order(*chain))},
          {"library", text_or_null(facts.library)},
          {"stages", facts.stages},
          {"feasible", facts.feasible},
          {"adaptive", method->adaptive()},
          {"parameters", describe(method->parameters())},
          {"stability", describe_stability(method)},
          {"coefficients", describe_coefficients(name)}};
}

/// Returns the names of the entries of a list, each once, in order.
Json names_of(const Json& entries) {
  Json names = Json::array();
  for (const Json& entry : entries)
    if (std::ranges::count(names, entry["name"]) == 0) names.push_back(entry["name"]);
  return names;
}

/// Files of a kind of items, one each: NAME + `ending` in `folder` or below it.
struct ItemFiles {
  const char *folder, *ending;

  std::map<std::string, std::filesystem::path> all() const { return data_files(folder, ending); }
  std::vector<std::string> names() const {
    const auto files = all();
    const auto names = std::views::keys(files);
    return {names.begin(), names.end()};
  }
};
constexpr ItemFiles experiment_kind{"results/experiments", ".json"},
    figure_kind{"results/figures", ".vl.json"}, table_kind{"results/tables", ".json"};

Json experiment(const std::string& name) {
  const std::string file = experiment_kind.all().at(name).string();
  const Json experiment = read_json(file);
  const CostSum whole = whole_cost_of(file);
  const double seconds = whole.wall(usable_cores());
  return {{"name", experiment["name"]},
          {"title", experiment["title"]},
          {"problems", names_of(experiment["problems"])},
          {"integrators", names_of(experiment["integrators"])},
          {"figures", experiment.value("figures", Json::array())},
          {"remarks", experiment.value("remarks", Json::array())},
          {"seconds", seconds},
          {"rough", whole.is_rough},
          {"time", duration_text(seconds, whole.is_rough)},
          {"file", file}};
}

/// Reads a figure's specification. One that extends another contains a patch (RFC 6902) of it.
Json read_figure(const std::filesystem::path& file) {
  const Json spec = read_json(file);
  if (!spec.contains("extends")) return spec;
  const auto base = find_data_file(spec["extends"], "results/figures", ".vl.json",
                                   file.string() + " must extend a figure by its name");
  return read_figure(base).patch(spec["patch"]);
}

Json figure(const std::string& name) {
  const std::filesystem::path file = figure_kind.all().at(name);
  return {{"name", name},
          {"title", read_figure(file).value("description", "")},
          {"file", file.string()}};
}

/// Returns one of the papers' tables. `beside` is the command that prints our numbers beside it.
Json table(const std::string& name) {
  const std::filesystem::path file = table_kind.all().at(name);
  const Json table = read_json(file);
  Json rows = Json::array();
  for (const Json& row : table["rows"]) rows.push_back(row["title"]);
  const std::string form = table.contains("output")
                               ? "--output " + table["output"].get<std::string>()
                               : "--time-to-error";
  return {{"name", name},
          {"title", table["table"]},
          {"doi", table["doi"]},
          {"rows", rows},
          {"beside", "table DIR " + form + " --paper " + name},
          {"remarks", table["remarks"]},
          {"file", file.string()}};
}

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const auto& entry : ProblemRegistry::instance().all()) names.push_back(entry.facts.name);
  return names;
}

std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (const auto& method : IntegratorRegistry::instance().all())
    names.push_back(method->facts().name);
  return names;
}

}  // namespace

Json ListedKind::facts() const {
  Json list = Json::array();
  for (const std::string& one : names()) list.push_back(facts_of(one));
  return list;
}

const std::vector<ListedKind>& listed_kinds() {
  static const std::vector<ListedKind> kinds{
      {"problems", "equations with their data", problem_names, problem},
      {"integrators", "methods", integrator_names, integrator},
      {"experiments", "sweeps for 'run'", [] { return experiment_kind.names(); }, experiment},
      {"figures", "pictures for 'figure'", [] { return figure_kind.names(); }, figure},
      {"tables", "papers' tables for 'table --paper'", [] { return table_kind.names(); }, table}};
  return kinds;
}

std::vector<std::string> names_of_kind(const std::string& kind) {
  const auto match = std::ranges::find(listed_kinds(), kind, &ListedKind::name);
  return match == listed_kinds().end() ? std::vector<std::string>{} : match->names();
}

}  // namespace stiffbench
