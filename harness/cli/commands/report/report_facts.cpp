#include "harness/cli/commands/report/report_facts.hpp"

#include "harness/cli/bibliography.hpp"
#include "harness/cli/commands/list/facts.hpp"
#include "harness/cli/commands/list/stability.hpp"
#include "harness/cli/commands/report/certificate.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "harness/records/tables/race.hpp"
#include "harness/records/tables/ranking.hpp"
#include "harness/records/tables/summary.hpp"
#include "integrators/contract/registry.hpp"

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

/// Returns the facts of 'stiffbench list' about an item; null if this program does not have it.
Json listed(const Json& list, const std::string& name) {
  const auto entry = std::ranges::find_if(list, [&](const Json& e) { return e["name"] == name; });
  return entry == list.end() ? Json(nullptr) : *entry;
}

Json facts_of_kind(const std::string& kind) {
  return std::ranges::find(listed_kinds(), kind, &ListedKind::name)->facts();
}

Json traits_part(const Problem& problem) {
  const ProblemTraits traits = problem.traits();
  return {{"damped", traits.damped},    {"time_dependent", traits.time_dependent},
          {"linear", traits.linear},    {"separated", traits.separated},
          {"smooth", traits.smooth},    {"stepwise", traits.stepwise},
          {"contacts", traits.contacts}};
}

Json list_of(const auto& entries) {
  Json list = Json::array();
  for (const auto& entry : entries) list.push_back(to_json(entry));
  return list;
}

Json problem_part(std::span<const Row> rows, const Json& list) {
  const auto& own = rows[0].record.problem;
  const Json facts = listed(list, own.name);
  Json problem{{"label", rows[0].problem}, {"rank", rows[0].problem_rank},
               {"name", own.name},         {"dof", own.dof},
               {"hash", own.hash},         {"parameters", to_json(own.parameters)},
               {"facts", facts},           {"omega_max", value_or_null(rows[0].omega_max)},
               {"race", race_json(rows)},  {"summary", list_of(summarize(rows))}};
  const auto instance = problem_of(rows[0].record);
  problem["nature"] = instance ? traits_part(*instance) : Json(nullptr);
  problem["certificate"] = certificate_of(instance.get(), rows);
  return problem;
}

/// Returns the integrators of these rows as in 'stiffbench list', with their stability regions.
Json integrators_part(const std::vector<Row>& rows) {
  std::set<std::string> names;
  for (const Row& row : rows) names.insert(row.record.integrator.name);
  const Json list = facts_of_kind("integrators");
  Json all = Json::array();
  for (const std::string& name : names) {
    Json entry = listed(list, name);
    if (entry.is_null()) continue;
    entry["region"] = stability_region(IntegratorRegistry::instance().make(name), 0.1);
    all.push_back(std::move(entry));
  }
  return all;
}

/// Returns the BibTeX entries of the DOIs of problems and integrators.
Json citations(const Json& problems, const Json& integrators) {
  const auto entries = bibliography();
  Json all = Json::object();
  const auto add = [&](const Json& facts) {
    if (facts.is_null() || facts["doi"].is_null()) return;
    const std::string doi = facts["doi"];
    if (const auto entry = entries.find(lower(doi)); entry != entries.end())
      all[doi] = entry->second;
  };
  for (const Json& problem : problems) add(problem["facts"]);
  for (const Json& integrator : integrators) add(integrator);
  return all;
}

}  // namespace

Json report_facts(const std::vector<Row>& rows, const Json& experiment) {
  Json problems = Json::array();
  const Json list = facts_of_kind("problems");
  each_problem(rows, [&](std::span<const Row> of_problem) {
    Json problem = problem_part(of_problem, list);
    problem["times"] = list_of(rank_methods(of_problem, "energy_norm", 1e-12));
    problems.push_back(std::move(problem));
  });
  const Json integrators = integrators_part(rows);
  return {{"schema", "stiffbench.report/1"},
          {"experiment", experiment},
          {"problems", problems},
          {"integrators", integrators},
          {"citations", citations(problems, integrators)}};
}

}  // namespace stiffbench
