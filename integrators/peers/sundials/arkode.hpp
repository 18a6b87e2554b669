#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/peers/sundials/sundials.hpp"

#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// The part of F = (v, M^-1 f) that a method of ARKODE treats implicitly.
enum class ImplicitPart {
  none,
  linear,  ///< FirstOrderSplit::fast_part(), with the explicit table of an additive pair
  all,
};

struct ArkodeOptions {
  std::string name;  ///< of the integrator
  ImplicitPart implicit;
  int order = 4;
  std::string table = "by_order";  ///< a name of SUNDIALS', or by_order
  bool adaptive = true;
  PeerTolerance tolerance = {};
  double newton_tolerance = 1e-10;
  SundialsSolver solver = {};

  /// True where a stage takes one solve. ARKODE does not check the residual of a linear stage, so
  /// the error of an iterative solver would pass unseen; Newton's iteration repeats the update.
  bool is_linear() const { return implicit == ImplicitPart::linear && solver.is_direct(); }
  bool uses_newton() const { return implicit != ImplicitPart::none && !is_linear(); }
  /// Throws Error for options that have no effect beside the others.
  void check() const;
  /// The order of the named table, or `order`.
  int declared_order() const;
};

/// Throws Error where a table has an order beside it that is not `usual`, the default.
void check_table(const std::string& owner, const std::string& table, int order, int usual);

/// The rule of the parameter `order`: one of the orders with a default table in SUNDIALS.
Rule order_rule(std::vector<long> orders);

/// The facts of an integrator of ARKODE.
Facts arkode_facts(const char* name, const char* title);

struct FreeArkStep {
  void operator()(void* memory) const;
};
using ArkStepMemory = std::unique_ptr<void, FreeArkStep>;
using ArkFunction = int (*)(realtype t, N_Vector y, N_Vector F, void* equation);
/// Returns the memory of ARKStep for y' = explicit_part + implicit_part from the equation's state
/// at t, of which either may be null. The number of steps is unlimited, and nothing is
/// interpolated: the default, Hermite's interpolant, would cost one force in most steps.
ArkStepMemory make_arkstep(SundialsEquation& equation, ArkFunction explicit_part,
                           ArkFunction implicit_part, double t);

/// ARKODE's memory for one run.
class ArkodeSession {
 public:
  ArkodeSession(const CountedProblem& problem, const ArkodeOptions& options, const State& start,
                double h);
  Outcome advance(State& u, double h, long& steps);

 private:
  void choose_table(const ArkodeOptions& options);
  void choose_steps(const ArkodeOptions& options, double h);
  void choose_first_step(const State& u, double h);
  void use_solver(const SundialsSolver& solver);
  SundialsTotals totals() const;

  ArkodeOptions options_;
  const CountedProblem* problem_;
  bool adaptive_;
  SundialsEquation equation_;
  ArkStepMemory memory_;
};

/// The common part of arkode_erk, arkode_dirk and arkode_imex: Runge-Kutta methods of ARKODE's
/// ARKStep, with its step control or at fixed steps h. Chosen steps are cut to end at h, so nothing
/// is interpolated.
class Arkode : public SessionPeer<ArkodeSession, ArkodeOptions> {
 public:
  using SessionPeer::SessionPeer;
  int order(const Problem&) const { return options_.declared_order(); }
  Settings order_settings() const { return {{"adaptive", false}}; }
  bool adaptive() const { return options_.adaptive; }
  void resolve() const { options_.check(); }

 protected:
  /// The parameters that all kinds have.
  static void common_parameters(auto& options, auto&& parameter) {
    parameter("adaptive", options.adaptive, any_value(),
              "true: steps chosen to the tolerances; false: steps of size h");
    PeerTolerance::parameters(options.tolerance, parameter);
  }
  /// The parameters of kinds with linear systems, beside order and table.
  static void solver_parameters(auto& options, auto&& parameter) {
    parameter("newton_tolerance", options.newton_tolerance, between(0, 1),
              "with adaptive=false, the relative tolerance of Newton's iteration and of GMRES",
              Ladder{1e-10, 1e-8, 1e-6, 1e-4, 1e-2});
    SundialsSolver::parameters(options.solver, parameter);
  }
};

}  // namespace stiffbench
