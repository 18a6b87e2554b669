#pragma once

#include "base/parameters.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/klu.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// The matrix A = I - gamma dF/dy of an implicit method on y' = F(y, t), and the solution of
/// systems with it. Elimination of x leaves (M + gamma D + gamma^2 K) z_v = M b_v - gamma K b_x, of
/// size dof and symmetric; z_x = b_x + gamma z_v. The kinds differ only in their time and, where
/// conjugate gradients solve, in the relative error that is left in z_v:
/// - "half_size": the eliminated system by a sparse Cholesky factorization;
/// - "pcg": the eliminated system by conjugate gradients, whose preconditioner may be an incomplete
///   factorization;
/// - "auto": the one of these two that costs less, as in the suite's own methods (SolverChoice);
/// - "first_order": the matrix of all unknowns, of size 2 dof and unsymmetric, by a sparse LU
///   factorization, as in a general solver of y' = F(y, t). Its rows of blocks are
///   I, -gamma I and gamma K, M + gamma D;
/// - "klu": the same matrix by KLU, the sparse factorization of SUNDIALS itself.
class NewtonMatrix {
 public:
  /// `preconditioner` is that of conjugate gradients, and `forcing` the largest relative error of
  /// their solution, in the norm of the eliminated matrix. Throws Error for a preconditioner that
  /// the problem's matrices cannot have.
  NewtonMatrix(const FirstOrder& system, const std::string& kind,
               Preconditioner preconditioner = Preconditioner::automatic, double forcing = 0);

  /// Evaluates K and D at u.
  void evaluate(const State& u);
  /// Sets the stiffness K of an undamped force.
  void assign(const Mat& K);
  /// Prepares systems with A for this gamma (s).
  Outcome factorize(double gamma);
  /// Computes z = A^-1 b, both of length 2 dof. Only conjugate gradients can fail.
  Outcome solve(const double* b, double* z);

 private:
  const Columns& first_order();
  Outcome solve_eliminated(const double* b, double* z);
  void solve_first_order(const double* b, double* z);

  const CountedProblem& problem_;
  Eigen::Index n_;
  double gamma_ = 0, forcing_;
  std::optional<StageMatrix> eliminated_;  // of the first three kinds
  Mat K_, D_, identity_;                   // of the others
  SparseSum sum_;
  LinearSolver solver_;
  std::optional<Klu> klu_;
  Vec right_, unknown_;
};

/// The rule of the parameter linear_solver where every system must be solved to round-off.
inline Rule direct_solver_rule() { return one_of({"half_size", "first_order", "klu"}); }
inline Ladder direct_solver_ladder() { return {"half_size", "first_order", "klu"}; }
inline constexpr const char* direct_solver_doc =
    "half_size: sparse Cholesky of size n; first_order: sparse LU of size 2n (UMFPACK); klu: the "
    "same by KLU";

}  // namespace stiffbench
