// Rules decided without runs: properties of stability functions, and small computations.

#include "harness/replications/claims/computation.hpp"
#include "harness/replications/claims/rule.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// Returns the properties of a stability function by name; booleans become 1 or 0.
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

/// Requires a property of the stability functions of the given integrators.
class Property final : public ConditionRule {
 public:
  explicit Property(RuleReader& rule)
      : ConditionRule(rule, read_condition(rule, Band::tenth)),
        integrators_(rule.field("integrators").get<std::vector<std::string>>()),
        property_(rule.field("property").get<std::string>()) {
    for (const std::string& name : integrators_) number_of(name);
  }

  std::string words() const override {
    return fmt::format("In {}: the property {} of the stability function of {} {}.",
                       words_of(quantifier()), property_, fmt::join(integrators_, ", "), demand());
  }

 private:
  double number_of(const std::string& integrator) const {
    const auto R = IntegratorRegistry::instance().make(integrator)->stability();
    if (!R)
      throw Error("a property is that of a method with a stability function",
                  "'" + integrator + "'", "see 'stiffbench list integrators --properties'");
    const auto properties = properties_of(*R);
    const auto match = properties.find(property_);
    if (match != properties.end()) return match->second;
    throw Error("a stability function has properties by name", "'" + property_ + "'",
                "give for instance l_stable, at_infinity or dissipation");
  }

  std::vector<Finding> findings(const Evidence&) const override {
    std::vector<Finding> all;
    for (const std::string& name : integrators_)
      all.push_back({.label = name + ", " + property_, .value = Interval::exact(number_of(name))});
    return all;
  }

  std::vector<std::string> integrators_;
  std::string property_;
};

/// Requires a condition of results of one of harness/replications/computations.
class ComputationRule final : public ConditionRule {
 public:
  explicit ComputationRule(RuleReader& rule)
      : ConditionRule(rule, read_condition(rule, Band::tenth)),
        name_(rule.field("name").get<std::string>()),
        results_(rule.field("results").get<std::vector<std::string>>()) {
    const Computation& computation = computations().find(name_);
    for (const std::string& result : results_)
      if (std::ranges::count(computation.results, result) == 0)
        throw Error("a computation has results by name", "'" + result + "'",
                    fmt::format("it has {}", fmt::join(computation.results, ", ")));
  }

  std::string words() const override {
    return fmt::format("In {}: {} ({}) {}.", words_of(quantifier()), fmt::join(results_, ", "),
                       computations().find(name_).doc, demand());
  }

 private:
  std::vector<Finding> findings(const Evidence&) const override {
    const auto numbers = computations().find(name_).run();
    std::vector<Finding> all;
    for (const std::string& result : results_)
      all.push_back({.label = result, .value = Interval::exact(numbers.at(result))});
    return all;
  }

  std::string name_;
  std::vector<std::string> results_;
};

const bool property_enrolled =
    enrol_rule<Property>("property", "of the stability function of each of \"integrators\"");
const bool computation_enrolled =
    enrol_rule<ComputationRule>("computation", "a small calculation of the program's own");

}  // namespace
}  // namespace stiffbench
