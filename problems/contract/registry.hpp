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

/// The units in which a problem's states, times and masses are counted; {"m", "kg", "s"} for most.
struct Units {
  std::string length, mass, time;
};

/// The description of a problem, which `list`, `cite`, the documents and the tests read.
struct ProblemFacts {
  std::string name;   ///< as on the command line
  std::string title;  ///< one line
  /// The equation of motion, with the meaning of letters that are no parameters; plain text.
  std::string equation;
  std::string doi;  ///< its source; empty for textbook problems
  Units units;
  /// Parameter sets on which the order of every fit integrator is measured; none where
  /// the problem is not used for that.
  std::vector<Settings> order_checks = {};
};

struct ProblemEntry {
  ProblemFacts facts;
  /// Every parameter with its default; end_time, which all problems have, is the last.
  std::vector<ParameterFacts> parameters;

  struct Instance {
    std::unique_ptr<Problem> problem;
    Settings resolved;
  };
  std::function<Instance(const std::string& owner, const Settings&)> make;
  bool is_pictured = false;  ///< whether pictures can be drawn of its motion
};

/// Every problem linked into the program.
class ProblemRegistry {
 public:
  static ProblemRegistry& instance();

  /// The entries, sorted by name.
  auto all() const { return std::views::values(entries_.all()); }
  /// Throws Error with near matches for an unknown name.
  const ProblemEntry& find(const std::string& name) const { return entries_.find(name); }
  /// The problem with `settings` over its defaults. Throws Error for what the problem refuses.
  std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) const;

  /// False for a name that is taken, which check_enrolments() reports.
  bool add(ProblemEntry entry, CodeOrigin origin);

 private:
  Registry<ProblemEntry> entries_{"problem", "'stiffbench list problems'"};
};

/// Enrols problem P, which is made from its `P::Parameters` (see parameters.hpp). An
/// optional `void Parameters::resolve(const std::string& owner)` fills parameters whose default
/// depends on others and refuses parameters that do not fit each other; its Errors begin with
/// `owner` ("problem 'fput'").
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
