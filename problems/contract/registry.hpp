#pragma once

#include "problems/contract/problem.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

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
  std::vector<ParameterFacts>
      parameters;  ///< with their defaults; end_time, which all have, is the last

  struct Made {
    std::unique_ptr<Problem> problem;
    Settings resolved;
  };
  std::function<Made(const std::string& owner, const Settings&)> make;
};

/// Every problem linked into the program, sorted by name.
class ProblemRegistry {
 public:
  static ProblemRegistry& instance();

  const std::vector<ProblemEntry>& all() const { return entries_; }
  /// Throws Error with near matches for an unknown name.
  const ProblemEntry& find(const std::string& name) const;
  /// The problem with `settings` over its defaults. Throws Error for what the problem refuses.
  std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) const;

  void add(ProblemEntry entry);

 private:
  std::vector<ProblemEntry> entries_;
};

/// Enrols problem P, which is made from its `P::Parameters` (see parameters.hpp). Parameters whose
/// default depends on others are filled by an optional `void Parameters::resolve()`.
template <class P>
bool enrol_problem(ProblemFacts facts) {
  using Parameters = typename P::Parameters;
  auto make = [](const std::string& owner, const Settings& settings) {
    Parameters parameters;
    assign_settings(owner, parameters, settings);
    if constexpr (requires { parameters.resolve(); }) parameters.resolve();
    return ProblemEntry::Made{std::make_unique<P>(parameters), collect_settings(parameters)};
  };
  ProblemRegistry::instance().add(
      {std::move(facts), describe_parameters(Parameters{}), std::move(make)});
  return true;
}

}  // namespace stiffbench
