#pragma once

#include "base/registry.hpp"
#include "problems/contract/problem.hpp"

#include <functional>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

namespace stiffbench {

class Pictured;

/// What a problem says of itself, once; `list`, `cite`, the documents and the tests read it here.
struct ProblemFacts {
  std::string name;   ///< as on the command line
  std::string title;  ///< one line
  std::string doi;    ///< its source; empty for textbook problems
  /// Parameter sets on which the order of every fit integrator is measured; none: not used so.
  std::vector<Settings> order_checks = {};
};

struct ProblemEntry {
  ProblemFacts facts;
  /// Every parameter with its default; end_time, which all problems have, is the last.
  std::vector<ParameterFacts> parameters;

  struct Made {
    std::unique_ptr<Problem> problem;
    Settings resolved;
  };
  std::function<Made(const std::string& owner, const Settings&)> make;
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

  /// False for a name that is taken, which check_enrolments() tells.
  bool add(ProblemEntry entry);

 private:
  Registry<ProblemEntry> entries_{"problem", "'stiffbench list problems'"};
};

/// Enrols problem P, which is made from its `P::Parameters` (see parameters.hpp). Parameters whose
/// default depends on others are filled, and parameters that do not fit each other refused, by an
/// optional `void Parameters::resolve(const std::string& owner)`; `owner` ("problem 'fput'") speaks
/// in its Errors.
template <class P>
bool enrol_problem(ProblemFacts facts) {
  using Parameters = typename P::Parameters;
  auto make = [](const std::string& owner, const Settings& settings) {
    Parameters parameters;
    assign_settings(owner, parameters, settings);
    if constexpr (requires { &Parameters::resolve; }) parameters.resolve(owner);
    return ProblemEntry::Made{std::make_unique<P>(parameters), collect_settings(parameters)};
  };
  return ProblemRegistry::instance().add({std::move(facts), describe_parameters(Parameters{}),
                                          std::move(make), std::is_base_of_v<Pictured, P>});
}

}  // namespace stiffbench
