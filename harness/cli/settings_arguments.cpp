#include "harness/cli/settings_arguments.hpp"

#include "base/error.hpp"
#include "harness/io/former_names.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

[[noreturn]] void refuse(const std::string& argument) {
  throw Error("--set takes problem.NAME=VALUE or integrator.NAME=VALUE", "'" + argument + "'",
              "see 'stiffbench list problems' and 'stiffbench list integrators' for the names");
}

/// Adds a value. A second value for a name is an Error, because one of them would be lost silently.
void keep(Settings& settings, const std::string& name, Value value, const std::string& argument) {
  const auto [entry, is_new] = settings.try_emplace(name, std::move(value));
  if (!is_new)
    throw Error("--set gives a parameter one value",
                fmt::format("'{}' and '{}' before", argument, to_string(entry->second)),
                "leave one out");
}

Value read(const std::vector<ParameterFacts>& parameters, const std::string& name,
           const std::string& text) {
  for (auto& parameter : parameters)
    if (parameter.name == name) return parse_value(name, text, parameter.value);
  return text;
}

}  // namespace

SplitSettings split_settings(const std::vector<std::string>& arguments, const std::string& problem,
                             const std::string& integrator) {
  const auto& of_problem = ProblemRegistry::instance().find(problem).parameters;
  std::vector<ParameterFacts> of_integrator;
  if (!integrator.empty())
    of_integrator = IntegratorRegistry::instance().make(integrator)->parameters();

  SplitSettings split;
  for (auto& argument : arguments) {
    const auto dot = argument.find('.'), equals = argument.find('=');
    if (dot == std::string::npos || equals == std::string::npos || equals < dot) refuse(argument);
    const std::string owner = argument.substr(0, dot);
    const auto [name, text] =
        current_setting(argument.substr(dot + 1, equals - dot - 1), argument.substr(equals + 1));
    if (owner == "problem")
      keep(split.problem, name, read(of_problem, name, text), argument);
    else if (owner == "integrator" && !integrator.empty())
      keep(split.integrator, name, read(of_integrator, name, text), argument);
    else
      refuse(argument);
  }
  return split;
}

}  // namespace stiffbench
