#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/sundials/newton_matrix.hpp"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <string>

namespace stiffbench {

/// Ownership of what SUNDIALS makes.
struct FreeSundials {
  void operator()(SUNContext made) const { SUNContext_Free(&made); }
  void operator()(N_Vector made) const { N_VDestroy(made); }
  void operator()(SUNMatrix made) const { SUNMatDestroy(made); }
  void operator()(SUNLinearSolver made) const { SUNLinSolFree(made); }
  void operator()(SUNNonlinearSolver made) const { SUNNonlinSolFree(made); }
};
template <class Handle>
using SundialsPointer = std::unique_ptr<std::remove_pointer_t<Handle>, FreeSundials>;

/// SUNDIALS' own running totals; it is the one who iterates.
struct SundialsTotals {
  long steps = 0, newton_iterations = 0, krylov_vectors = 0;
};

/// What CVODE and ARKODE have in common: the equation that they call back, the vector y that they
/// fill, the linear solver, and what became of a call. Its address is handed to SUNDIALS, so it
/// stays where it is.
class SundialsEquation {
 public:
  explicit SundialsEquation(const CountedProblem& problem);
  SundialsEquation(const SundialsEquation&) = delete;

  SUNContext context() const { return context_.get(); }
  N_Vector y() const { return y_.get(); }
  const FirstOrder& system() const { return system_; }

  /// Makes the linear solver of that kind (newton_matrix.hpp); matrix() is null for "spgmr".
  void make_linear_solver(const std::string& kind);
  SUNLinearSolver linear_solver() const { return solver_.get(); }
  SUNMatrix matrix() const { return matrix_.get(); }

  /// True when u is the state that finish() left: SUNDIALS may go on from its memory.
  bool follows(const State& u) const;
  void load(const State& u);
  /// Counts what has been done since the last call, and returns the steps of it.
  long count(const SundialsTotals& now);
  void forget_totals() { counted_ = {}; }
  /// What a call that returned `flag`, of that name, came to; when ok, u = y at time t.
  Outcome finish(int flag, const char* name, double t, State& u);
  /// Throws Error where the setting-up call `what` did not return zero.
  void require(int flag, const char* what) const;

  /// A chosen step below this is a failure: SUNDIALS would creep up to a force that is not finite
  /// with steps that no longer change t, for ever.
  static double least_step(double t) {
    return 16 * std::numeric_limits<double>::epsilon() * std::abs(t);
  }

  // What SUNDIALS calls; `self` is a SundialsEquation.
  static int derivative(realtype t, N_Vector y, N_Vector dydt, void* self);
  static int jacobian_times(N_Vector w, N_Vector Jw, realtype t, N_Vector y, N_Vector dydt,
                            void* self, N_Vector scratch);
  /// Prepares I - gamma J; the Jacobian at hand is kept where `keep` is true.
  int newton_matrix(double t, N_Vector y, bool keep, bool& renewed, double gamma);
  static void remember(int code, const char* module, const char* function, char* message,
                       void* self);

 private:
  Outcome failure(int flag, const std::string& text) const;
  template <class Work>
  int guarded(Work&& work);
  static int factorize(SUNLinearSolver solver, SUNMatrix matrix);
  static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector z, N_Vector b, realtype);

  FirstOrder system_;
  SundialsPointer<SUNContext> context_;
  SundialsPointer<N_Vector> y_;
  std::unique_ptr<NewtonMatrix> newton_;
  SundialsPointer<SUNMatrix> matrix_;
  SundialsPointer<SUNLinearSolver> solver_;
  SundialsTotals counted_;
  State left_, at_;
  double gamma_ = 0;
  Outcome factorized_;  // the last one
  bool finite_ = true;  // the last force
  std::string message_;
  std::exception_ptr thrown_;
};

}  // namespace stiffbench
