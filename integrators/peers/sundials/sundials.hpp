#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/peers/error_measure.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/first_order_split.hpp"
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
#include <optional>
#include <string>
#include <vector>

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

/// The linear solver of an implicit method, and the end of its Newton iteration.
struct SundialsSolver {
  std::string kind = "auto";  ///< one of NewtonMatrix, or restarted GMRES
  Preconditioner preconditioner = Preconditioner::automatic;  ///< of conjugate gradients
  double forcing = 0.01;            ///< largest relative error of a solution by conjugate gradients
  double newton_coefficient = 0.1;  ///< SUNDIALS' default for CVODE and ARKODE

  /// True where factors solve every system, which leave round-off alone.
  bool is_direct() const { return kind == "half_size" || kind == "first_order" || kind == "klu"; }
  /// True where conjugate gradients may solve.
  bool iterates() const { return kind == "pcg" || kind == "auto"; }
  /// Throws Error for a preconditioner or a forcing without effect; `owner` names the integrator.
  void check(const std::string& owner) const;

  static void parameters(auto& self, auto&& parameter) {
    parameter(
        "linear_solver", self.kind,
        one_of({"auto", "half_size", "pcg", "first_order", "klu", "spgmr", "spgmr_half_size"}),
        "half_size: sparse Cholesky of size n; pcg: conjugate gradients of size n; auto: "
        "these while they cost less; first_order: sparse LU of size 2n "
        "(UMFPACK); klu: the same by KLU; spgmr: matrix-free; spgmr_half_size: the same, "
        "preconditioned by half_size",
        Ladder{"auto", "half_size", "pcg", "klu", "spgmr", "spgmr_half_size"});
    parameter("forcing", self.forcing, between(0, 1),
              "largest error of an update by conjugate gradients, relative, in the energy norm; "
              "with the other solvers it is refused",
              Ladder{1e-3, 0.01, 0.1});
    preconditioner_parameter(self.preconditioner, parameter);
    parameter("newton_coefficient", self.newton_coefficient, between(0, 1),
              "Newton's iteration ends at this share of the error that a step may have",
              Ladder{0.1, 0.3, 0.9});
  }
};

/// The common part of CVODE and ARKODE: the equation that they call back, the vector y that they
/// fill, the linear solver, and the outcome of a call. SUNDIALS keeps its address, so it cannot be
/// copied.
class SundialsEquation {
 public:
  explicit SundialsEquation(const CountedProblem& problem);
  SundialsEquation(const SundialsEquation&) = delete;
  ~SundialsEquation();

  SUNContext context() const { return context_.get(); }
  /// Makes y, and all vectors that SUNDIALS clones from it, measure errors in the energy norm, with
  /// weights() as the function of error weights. It is called before all that clones y.
  void measure_energy(const Tolerance& tolerance);
  /// True after measure_energy(). The energy norm is a sum and no mean, so that GMRES, which takes
  /// the Euclidean norm with weights() for it, must not divide by the root of the number of
  /// components.
  bool measures_energy() const { return measure_.has_value(); }
  /// Sets the weights of a step from y (EnergyMeasure::fill_weights).
  static int weights(N_Vector y, N_Vector weights, void* self);
  N_Vector y() const { return y_.get(); }
  const FirstOrder& system() const { return system_; }

  /// Splits F into fast_part() and remaining_part(). The matrix is then that of the linear fast
  /// part, which is constant. It is called before make_linear_solver().
  void split(FastSplit::Part part);
  /// Creates the linear solver. matrix() is null for GMRES: "spgmr" alone, "spgmr_half_size" with
  /// the matrix "half_size" as preconditioner.
  void make_linear_solver(const SundialsSolver& solver);
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
  static int fast_part(realtype t, N_Vector y, N_Vector dydt, void* self);
  static int remaining_part(realtype t, N_Vector y, N_Vector dydt, void* self);
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
  template <class Part>
  int evaluate(Part&& part);
  void make_matrix(const std::string& kind, const SundialsSolver& solver);
  /// Sets the matrices of newton_ at (t, y); make_matrix() sets those of a linear part.
  void linearize(realtype t, N_Vector y);
  static double energy_norm(N_Vector y, N_Vector weights);
  /// Factorizes the matrix for this gamma; returns what SUNDIALS expects of a set-up.
  int factorize_newton(double gamma);
  static int factorize(SUNLinearSolver solver, SUNMatrix matrix);
  static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector z, N_Vector b, realtype);
  int solve_newton(N_Vector b, N_Vector z);

  FirstOrder system_;
  std::optional<FirstOrderSplit> split_;
  std::optional<EnergyMeasure> measure_;
  std::vector<double> rate_;
  double loaded_t_ = 0;  // of the state that load() got (s)
  SundialsPointer<SUNContext> context_;
  SundialsPointer<N_Vector> y_;
  std::unique_ptr<NewtonMatrix> newton_;
  SundialsPointer<SUNMatrix> matrix_;
  SundialsPointer<SUNLinearSolver> solver_;
  SundialsTotals totals_;
  State last_, at_;
  double gamma_ = 0, factorized_gamma_ = 0;
  Outcome outcome_;     // of the last factorization or solution
  bool finite_ = true;  // the last force was finite
  std::string message_;
  std::exception_ptr exception_;
};

}  // namespace stiffbench
