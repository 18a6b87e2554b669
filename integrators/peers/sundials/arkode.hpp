#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/peers/sundials/sundials.hpp"

#include <string>
#include <vector>

namespace stiffbench {

struct ArkodeOptions {
  bool implicit;
  int order = 4;
  std::string table = "by_order";  ///< a name of SUNDIALS', or by_order
  bool adaptive = true;
  PeerTolerance tolerance = {};
  double newton_tolerance = 1e-10;
  SundialsSolver solver = {};

  /// Throws Error for options that have no effect beside the others.
  void check() const;
  /// The order of the named table, or `order`.
  int declared_order() const;
};

/// The rule of the parameter `order`: one of the orders with a default table in SUNDIALS.
Rule order_rule(std::vector<long> orders);

/// ARKODE's memory for one run.
class ArkodeSession {
 public:
  ArkodeSession(const CountedProblem& problem, const ArkodeOptions& options, const State& start,
                double h);
  Outcome advance(State& u, double h, long& steps);

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  void choose_table(const ArkodeOptions& options);
  void choose_steps(const ArkodeOptions& options, double h);
  void choose_first_step(const State& u, double h);
  void use_newton(const SundialsSolver& solver);
  SundialsTotals totals() const;

  ArkodeOptions options_;
  const CountedProblem* problem_;
  bool implicit_, adaptive_;
  SundialsEquation equation_;
  std::unique_ptr<void, Free> memory_;
};

/// The common part of arkode_erk and arkode_dirk: Runge-Kutta methods of ARKODE's ARKStep, with its
/// step control or at fixed steps h. Chosen steps are cut to end at h, so nothing is interpolated.
class Arkode : public SessionPeer<ArkodeSession, ArkodeOptions> {
 public:
  using SessionPeer::SessionPeer;
  int order(const Problem&) const { return options_.declared_order(); }
  Settings order_settings() const { return {{"adaptive", false}}; }
  bool adaptive() const { return options_.adaptive; }
  void resolve() const { options_.check(); }

 protected:
  /// The parameters that both the explicit and the implicit kind have.
  static void common_parameters(auto& options, auto&& parameter) {
    parameter("adaptive", options.adaptive, any_value(),
              "true: steps chosen to the tolerances; false: steps of size h");
    PeerTolerance::parameters(options.tolerance, parameter);
  }
};

}  // namespace stiffbench
