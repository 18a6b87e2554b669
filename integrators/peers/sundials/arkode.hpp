#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/peers/sundials/sundials.hpp"
#include "integrators/peers/tolerance.hpp"
#include "integrators/peers/uncopied.hpp"

#include <string>
#include <vector>

namespace stiffbench {

struct ArkodeOptions {
  bool implicit;
  int order = 4;
  std::string table = "by_order";  ///< a name of SUNDIALS', or by_order
  bool adaptive = true;
  Tolerance tolerance = {};
  double newton_tolerance = 1e-10;
  std::string linear_solver = "half";

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
  /// Advances u to u.t + h and adds the number of inner steps to `steps`.
  Outcome advance(State& u, double h, long& steps);

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  void choose_table(const ArkodeOptions& options);
  void choose_steps(const ArkodeOptions& options, double h);
  void use_newton(const std::string& linear_solver);
  SundialsTotals totals() const;

  bool implicit_, adaptive_;
  SundialsEquation equation_;
  std::unique_ptr<void, Free> memory_;
};

/// The common part of arkode_erk and arkode_dirk: Runge-Kutta methods of ARKODE's ARKStep, with its
/// step control or at fixed steps h. Chosen steps are cut to end at h, so that nothing is
/// interpolated; there is no limit to their number: the harness has one on the time of a run.
class Arkode {
 public:
  explicit Arkode(ArkodeOptions options) : options_(std::move(options)) {}

  int order(const Problem&) const { return options_.declared_order(); }
  Settings order_settings() const { return {{"adaptive", false}}; }
  bool adaptive() const { return options_.adaptive; }
  long steps_taken() const { return steps_; }
  void init(const CountedProblem& problem, double h);
  Outcome step(State& u);

 protected:
  /// The parameters that both the explicit and the implicit kind have.
  static void common_parameters(auto& options, auto&& parameter) {
    parameter("adaptive", options.adaptive, any_value(),
              "true: steps chosen to the tolerances; false: steps of size h");
    Tolerance::parameters(options.tolerance, parameter);
  }
  ArkodeOptions options_;

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  long steps_ = 0;
  Uncopied<ArkodeSession> session_;
};

}  // namespace stiffbench
