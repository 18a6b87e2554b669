#include "harness/cli/commands/completion/suggestions.hpp"

#include "harness/io/data_file.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <algorithm>
#include <map>

namespace stiffbench {
namespace {

using Words = std::vector<std::string>;

Words problems(const Words&) {
  Words names;
  for (auto& entry : ProblemRegistry::instance().all()) names.push_back(entry.facts.name);
  return names;
}

Words integrators(const Words&) {
  Words names;
  for (auto& method : IntegratorRegistry::instance().all()) names.push_back(method->facts().name);
  return names;
}

Words files(const std::string& folder, const std::string& ending) {
  Words names;
  for (const auto& [name, file] : data_files(folder, ending)) names.push_back(name);
  return names;
}

/// Returns "problem.NAME=" and "integrator.NAME=" for the problem and the integrator in `before`.
Words settings(const Words& before) {
  Words all;
  const auto add = [&](const std::string& owner, const std::string& name, const auto& parameters) {
    if (std::ranges::count(before, name) > 0)
      for (const auto& parameter : parameters) all.push_back(owner + "." + parameter.name + "=");
  };
  for (auto& entry : ProblemRegistry::instance().all())
    add("problem", entry.facts.name, entry.parameters);
  for (auto& method : IntegratorRegistry::instance().all())
    add("integrator", method->facts().name, method->parameters());
  return all;
}

}  // namespace

std::vector<std::string> suggested_values(const Argument& argument,
                                          const std::vector<std::string>& before) {
  static const std::map<std::string, std::function<Words(const Words&)>> by_name{
      {"problem", problems},
      {"integrator", integrators},
      {"set", settings},
      {"experiment", [](const Words&) { return files("results/experiments", ".json"); }},
      {"of", [](const Words&) { return files("results/experiments", ".json"); }},
      {"figure-or-folder", [](const Words&) { return files("results/figures", ".vl.json"); }},
      {"paper", [](const Words&) { return files("results/tables", ".json"); }}};
  if (argument.suggestions) return argument.suggestions(before);
  if (!argument.choices.empty()) return argument.choices;
  const auto match = by_name.find(argument.name.substr(argument.is_option() ? 2 : 0));
  return match == by_name.end() ? Words{} : match->second(before);
}

}  // namespace stiffbench
