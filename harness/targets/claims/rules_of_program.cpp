#include "base/error.hpp"
#include "harness/targets/claims/computation.hpp"
#include "harness/targets/claims/condition.hpp"
#include "harness/targets/claims/rule_kinds.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench::rules {
namespace {

/// The properties of a stability function by name. Those that are true or false are 1 or 0.
std::map<std::string, double> properties_of(const StabilityFunction& R) {
  const StabilityProperties p = R.properties();
  return {{"at_infinity", p.at_infinity},
          {"a_stable", p.a_stable},
          {"l_stable", p.l_stable},
          {"y_stable", p.y_stable},
          {"linear_order", p.linear_order},
          {"dissipation", p.dissipation},
          {"dissipation_order", p.dissipation_order},
          {"dispersion", p.dispersion},
          {"dispersion_order", p.dispersion_order}};
}

}  // namespace

Result property(const Json& rule, const std::string&, const Evidence&) {
  const Condition condition = condition_from_json(rule);
  const std::string name = field_of(rule, "property");
  Result result{{}, condition.demand};
  for (const std::string& integrator :
       field_of(rule, "integrators").get<std::vector<std::string>>()) {
    const auto R = IntegratorRegistry::instance().make(integrator).stability();
    if (!R)
      throw Error("a property is that of a method with a stability function",
                  "'" + integrator + "'", "see 'stiffbench list integrators --properties'");
    const auto properties = properties_of(*R);
    const auto place = properties.find(name);
    if (place == properties.end())
      throw Error("a stability function has properties by name", "'" + name + "'",
                  "give for instance l_stable, at_infinity or dissipation");
    result.cases.push_back(condition.judged(integrator + ", " + name, place->second));
  }
  return result;
}

void check_computation(const Json& rule) {
  condition_from_json(rule);
  const Computation& computation = computations().find(field_of(rule, "name"));
  for (const std::string& name : field_of(rule, "results").get<std::vector<std::string>>())
    if (std::ranges::count(computation.results, name) == 0)
      throw Error("a computation has results by name", "'" + name + "'",
                  fmt::format("it has {}", fmt::join(computation.results, ", ")));
}

Result computation(const Json& rule, const std::string&, const Evidence&) {
  const Condition condition = condition_from_json(rule);
  const auto numbers = computations().find(rule["name"]).run();
  Result result{{}, condition.demand};
  for (const std::string& name : rule["results"].get<std::vector<std::string>>())
    result.cases.push_back(condition.judged(name, numbers.at(name)));
  return result;
}

}  // namespace stiffbench::rules
