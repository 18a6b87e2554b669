#pragma once

#include "base/parameters.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/peers/first_order.hpp"
#include "integrators/peers/klu.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// The matrix A = I - gamma dF/dy of an implicit method on y' = F(y, t), factorized in one of three
/// ways that differ only in their time:
/// - "half_size": elimination of x leaves (M + gamma D + gamma^2 K) z_v = M b_v - gamma K b_x, of
///   size dof and symmetric, for a sparse Cholesky factorization; z_x = b_x + gamma z_v.
/// - "first_order": all unknowns in one unsymmetric matrix of size 2 dof, [I, -gamma I; gamma K, M
/// +
///   gamma D], for a sparse LU factorization, as in a general solver of y' = F(y, t).
/// - "klu": the matrix of "first_order" with KLU, the sparse factorization of SUNDIALS itself.
class NewtonMatrix {
 public:
  NewtonMatrix(const FirstOrder& system, const std::string& kind);

  /// Evaluates K and D at u.
  void evaluate(const State& u);
  /// Sets the stiffness K of an undamped force.
  void assign(const Mat& K);
  /// Factorizes A for this gamma (s).
  Outcome factorize(double gamma);
  /// Computes z = A^-1 b, both of length 2 dof.
  void solve(const double* b, double* z);

 private:
  const Columns& half_size();
  const Columns& first_order();

  const CountedProblem& problem_;
  Eigen::Index n_;
  bool half_size_;
  double gamma_ = 0;
  Mat K_, D_, identity_;
  SparseSum sum_;
  LinearSolver solver_;
  std::optional<Klu> klu_;
  Vec right_, unknown_;
};

/// The rule of the parameter linear_solver: the kinds of NewtonMatrix.
inline Rule direct_solver_rule() { return one_of({"half_size", "first_order", "klu"}); }
inline Ladder direct_solver_ladder() { return {"half_size", "first_order", "klu"}; }
inline constexpr const char* direct_solver_doc =
    "half_size: sparse Cholesky of size n; first_order: sparse LU of size 2n (UMFPACK); klu: the "
    "same by KLU";

}  // namespace stiffbench
