#pragma once

#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "problems/contract/counted_problem.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The solver of linearly implicit methods whose steps share one symmetric matrix: Cholesky's
/// factorization, or LU where the matrix is not positive definite; conjugate gradients; or the
/// automatic choice between them (SolverChoice).
///
/// Conjugate gradients are the better choice where factors are large and h omega_max is small: the
/// number of their products grows with the square root of the condition number. They start from the
/// span of the last two solutions.
class LinearStepSolver {
 public:
  static void parameters(auto& self, auto&& parameter) {
    linear_solver_parameters(self.kind_, self.preconditioner_, self.tolerance_, parameter);
  }
  /// Throws Error for settings that have no effect; `integrator` is its name.
  void resolve(const std::string& integrator) const;

  void init(const CountedProblem& problem);
  /// Prepares solves with this matrix. Fails as a factorization does.
  Outcome set_matrix(const Columns& A);
  /// Solves A x = b with the matrix of set_matrix(). The outcome of a matrix that could not be
  /// prepared is that of every solve.
  Outcome solve(const Columns& A, const Vec& b, Vec& x);

 private:
  void factorize(const Columns& A);
  /// Factorizes a matrix that is not positive definite, and all later ones.
  void give_up_iterations(const Columns& A);
  Outcome iterate(const Vec& b, Vec& x);

  UpdateSolver kind_ = UpdateSolver::automatic;
  Preconditioner preconditioner_ = Preconditioner::automatic;
  double tolerance_ = usual_linear_tolerance;

  const CountedProblem* problem_ = nullptr;
  LinearSolver factors_;
  SolverChoice choice_;
  ConjugateGradients gradients_;
  std::vector<Vec> solutions_;  // of the last two solves by conjugate gradients
  Outcome prepared_;
};

}  // namespace stiffbench
