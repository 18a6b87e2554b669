#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/newton_matrix.hpp"
#include "integrators/peers/session_peer.hpp"

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

/// The deleters of objects that SUNDIALS allocates.
struct FreeSundials {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};
template <class Handle>
using SundialsPointer = std::unique_ptr<std::remove_pointer_t<Handle>, FreeSundials>;

/// SUNDIALS' own totals since the start of a run; SUNDIALS counts its iterations itself.
struct SundialsTotals {
  long steps = 0, newton_iterations = 0, krylov_vectors = 0;
};

/// The rule of the parameter linear_solver: the kinds of NewtonMatrix, and GMRES.
inline Rule linear_solver_rule() {
  return one_of({"half_size", "first_order", "klu", "spgmr", "spgmr_half_size"});
}
inline Ladder linear_solver_ladder() { return {"half_size", "klu", "spgmr", "spgmr_half_size"}; }
inline constexpr const char* linear_solver_doc =
    "half_size: sparse Cholesky of size n; first_order: sparse LU of size 2n (UMFPACK); klu: the "
    "same by KLU; spgmr: matrix-free; spgmr_half_size: the same, preconditioned by half_size";

/// The common part of CVODE and ARKODE: the equation that they call back, the vector y that they
/// fill, the linear solver, and the outcome of a call. SUNDIALS keeps its address, so it cannot be
/// copied.
class SundialsEquation {
 public:
  explicit SundialsEquation(const CountedProblem& problem);
  SundialsEquation(const SundialsEquation&) = delete;

  SUNContext context() const { return context_.get(); }
  N_Vector y() const { return y_.get(); }
  const FirstOrder& system() const { return system_; }

  /// Creates the linear solver of this kind: one of NewtonMatrix; or restarted GMRES, for which
  /// matrix() is null: "spgmr" alone, "spgmr_half_size" with the matrix "half_size" as
  /// preconditioner.
  void make_linear_solver(const std::string& kind);
  /// True when the linear solver is GMRES with a preconditioner.
  bool preconditioned() const { return newton_ && !matrix_; }
  SUNLinearSolver linear_solver() const { return solver_.get(); }
  SUNMatrix matrix() const { return matrix_.get(); }

  /// True when u is the state that finish() left, so that SUNDIALS may go on from its memory.
  bool follows(const State& u) const { return same_state(u, last_); }
  void load(const State& u);
  /// Adds the work since the last call to the ledger, and returns the number of steps in it.
  long count(const SundialsTotals& now);
  void forget_totals() { totals_ = {}; }
  /// The outcome of the SUNDIALS call `name`, which returned `flag`; if ok, u becomes y at time t.
  Outcome finish(int flag, const char* name, double t, State& u);
  /// Throws Error where the setup call `what` did not return zero.
  void require(int flag, const char* what) const;

  /// The smallest step (s) at time t. A shorter one is a failure: SUNDIALS would otherwise approach
  /// a force that is not finite forever, with steps that no longer change t.
  static double least_step(double t) {
    return 16 * std::numeric_limits<double>::epsilon() * std::abs(t);
  }

  // SUNDIALS calls these functions; `self` is a SundialsEquation.
  static int derivative(realtype t, N_Vector y, N_Vector dydt, void* self);
  static int jacobian_times(N_Vector w, N_Vector Jw, realtype t, N_Vector y, N_Vector dydt,
                            void* self, N_Vector scratch);
  /// Prepares I - gamma J, with the present Jacobian where `keep` is true.
  static int newton_matrix(realtype t, N_Vector y, N_Vector dydt, SUNMatrix shell, booleantype keep,
                           booleantype* renewed, realtype gamma, void* self, N_Vector, N_Vector,
                           N_Vector);
  /// Prepares and applies the preconditioner, the inverse of an I - gamma J. SUNDIALS lets it grow
  /// old: it asks for a new one when steps have changed or iterations fail, and then for a new J
  /// (`keep` is false) only after many steps.
  static int prepare_preconditioner(realtype t, N_Vector y, N_Vector dydt, booleantype keep,
                                    booleantype* renewed, realtype gamma, void* self);
  static int precondition(realtype t, N_Vector y, N_Vector dydt, N_Vector b, N_Vector z,
                          realtype gamma, realtype tolerance, int side, void* self);
  static void remember(int code, const char* module, const char* function, char* message,
                       void* self);

 private:
  Outcome failure(int flag, const std::string& text) const;
  template <class Work>
  int guard(Work&& work);
  static int factorize(SUNLinearSolver solver, SUNMatrix matrix);
  static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector z, N_Vector b, realtype);

  FirstOrder system_;
  SundialsPointer<SUNContext> context_;
  SundialsPointer<N_Vector> y_;
  std::unique_ptr<NewtonMatrix> newton_;
  SundialsPointer<SUNMatrix> matrix_;
  SundialsPointer<SUNLinearSolver> solver_;
  SundialsTotals totals_;
  State last_, at_;
  double gamma_ = 0;
  Outcome outcome_;     // of the last factorization
  bool finite_ = true;  // the last force was finite
  std::string message_;
  std::exception_ptr exception_;
};

}  // namespace stiffbench
