#include "integrators/contract/assign_parameters.hpp"

namespace stiffbench {
namespace {

Value converted(const std::string& owner, const ParameterFacts& parameter, const Value& value) {
  return std::visit(
      [&](const auto& old) -> Value {
        return detail::from_value<std::decay_t<decltype(old)>>(owner, parameter.name, value);
      },
      parameter.value);
}

}  // namespace

void assign_parameters(const std::string& owner, std::vector<ParameterFacts>& parameters,
                       const Settings& settings) {
  std::vector<std::string> names;
  for (const ParameterFacts& parameter : parameters) names.push_back(parameter.name);
  detail::check_names(owner, settings, names);
  for (ParameterFacts& parameter : parameters) {
    if (const auto entry = settings.find(parameter.name); entry != settings.end())
      parameter.value = converted(owner, parameter, entry->second);
    detail::check_rule(owner, parameter);
  }
}

}  // namespace stiffbench
