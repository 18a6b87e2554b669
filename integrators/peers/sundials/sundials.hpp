#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/sundials/newton_matrix.hpp"
#include "integrators/peers/uncopied.hpp"

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

/// SUNDIALS' own totals since the start of a run; its iterations are counted by SUNDIALS.
struct SundialsTotals {
  long steps = 0, newton_iterations = 0, krylov_vectors = 0;
};

/// The common part of CVODE and ARKODE: the equation that they call back, the vector y that they
/// fill, the linear solver, and the outcome of a call. SUNDIALS keeps its address, so that it
/// cannot be copied.
class SundialsEquation {
 public:
  explicit SundialsEquation(const CountedProblem& problem);
  SundialsEquation(const SundialsEquation&) = delete;

  SUNContext context() const { return context_.get(); }
  N_Vector y() const { return y_.get(); }
  const FirstOrder& system() const { return system_; }

  /// Creates the linear solver of this kind (newton_matrix.hpp); matrix() is null for "spgmr".
  void make_linear_solver(const std::string& kind);
  SUNLinearSolver linear_solver() const { return solver_.get(); }
  SUNMatrix matrix() const { return matrix_.get(); }

  /// True when u is the state that finish() left: SUNDIALS may go on from its memory.
  bool follows(const State& u) const;
  void load(const State& u);
  /// Adds the work since the last call to the ledger, and returns the number of steps in it.
  long count(const SundialsTotals& now);
  void forget_totals() { totals_ = {}; }
  /// The outcome of the SUNDIALS call `name` that returned `flag`; when ok, u becomes y at time t.
  Outcome finish(int flag, const char* name, double t, State& u);
  /// Throws Error where the setting-up call `what` did not return zero.
  void require(int flag, const char* what) const;

  /// The least step (s) at time t; a shorter one is a failure, since SUNDIALS would approach a
  /// force that is not finite for ever, with steps that no longer change t.
  static double least_step(double t) {
    return 16 * std::numeric_limits<double>::epsilon() * std::abs(t);
  }

  // These functions are called by SUNDIALS; `self` is a SundialsEquation.
  static int derivative(realtype t, N_Vector y, N_Vector dydt, void* self);
  static int jacobian_times(N_Vector w, N_Vector Jw, realtype t, N_Vector y, N_Vector dydt,
                            void* self, N_Vector scratch);
  /// Prepares I - gamma J, with the present Jacobian where `keep` is true.
  static int newton_matrix(realtype t, N_Vector y, N_Vector dydt, SUNMatrix shell, booleantype keep,
                           booleantype* renewed, realtype gamma, void* self, N_Vector, N_Vector,
                           N_Vector);
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
  bool finite_ = true;  // whether the last force was
  std::string message_;
  std::exception_ptr exception_;
};

/// The common part of SUNDIALS' contestants. A Session(problem, options, start, h) is SUNDIALS'
/// memory for one run; its advance(u, h, steps) advances u to u.t + h and adds the number of inner
/// steps, to which there is no limit: the harness has one on the time of a run.
template <class Session, class Options>
class SundialsPeer {
 public:
  explicit SundialsPeer(Options options) : options_(std::move(options)) {}

  long steps_taken() const { return steps_; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    steps_ = 0;
    session_.drop();
  }
  Outcome step(State& u) {
    if (!session_) session_.renew(*problem_, options_, u, h_);
    Outcome outcome = session_->advance(u, h_, steps_);
    if (!outcome.ok()) session_.drop();
    return outcome;
  }

 protected:
  Options options_;

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  long steps_ = 0;
  Uncopied<Session> session_;
};

}  // namespace stiffbench
