#pragma once

#include "base/registry.hpp"
#include "problems/contract/problem.hpp"

#include <functional>
#include <memory>
#include <ranges>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

namespace stiffbench {

class Pictured;

/// Units of a problem's states, times and masses; {"m", "kg", "s"} for most problems.
struct Units {
  std::string length, mass, time;
};

/// The description of a problem. `list`, `cite`, the documents and the tests read it.
struct ProblemFacts {
  std::string name;   ///< as given on the command line
  std::string title;  ///< one line
  /// The equation of motion in plain text, with the meaning of each letter that is not a parameter.
  std::string equation;
  std::string doi;  ///< the source; empty for textbook problems
  Units units;
  /// Parameter sets on which the order of every fit integrator is measured; empty if the problem is
  /// not used for that.
  std::vector<Settings> order_checks = {};
};

struct ProblemEntry {
  ProblemFacts facts;
  /// Every parameter with its default; end_time, which all problems have, is the last one.
  std::vector<ParameterFacts> parameters;

  struct Instance {
    std::unique_ptr<Problem> problem;
    Settings resolved;
  };
  std::function<Instance(const std::string& owner, const Settings&)> make;
  bool is_pictured = false;  ///< true if pictures of its motion can be drawn
};

/// All problems that are linked into the program.
class ProblemRegistry {
 public:
  static ProblemRegistry& instance();

  /// The entries, sorted by name.
  auto all() const { return std::views::values(entries_.all()); }
  /// Throws Error with similar names for an unknown name.
  const ProblemEntry& find(const std::string& name) const { return entries_.find(name); }
  /// Makes the problem with its defaults overridden by `settings`. Throws Error if the problem
  /// refuses them.
  std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) const;

  /// Returns false if the name is already taken; check_enrolments() reports that.
  bool add(ProblemEntry entry, CodeOrigin origin);

 private:
  Registry<ProblemEntry> entries_{"problem", "'stiffbench list problems'"};
};

/// Enrols problem P, which is constructed from its `P::Parameters` (see parameters.hpp). An
/// optional `void Parameters::resolve(const std::string& owner)` sets parameters whose defaults
/// depend on others and refuses inconsistent parameters; its Errors begin with `owner` ("problem
/// 'fput'").
template <class P>
bool enrol_problem(ProblemFacts facts,
                   std::source_location place = std::source_location::current()) {
  using Parameters = typename P::Parameters;
  auto make = [](const std::string& owner, const Settings& settings) {
    Parameters parameters;
    assign_settings(owner, parameters, settings);
    if constexpr (requires { &Parameters::resolve; }) parameters.resolve(owner);
    return ProblemEntry::Instance{std::make_unique<P>(parameters), collect_settings(parameters)};
  };
  return ProblemRegistry::instance().add({std::move(facts), describe_parameters(Parameters{}),
                                          std::move(make), std::is_base_of_v<Pictured, P>},
                                         {.file = place.file_name()});
}

}  // namespace stiffbench
