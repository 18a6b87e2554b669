#pragma once

#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/newton/options.hpp"
#include "integrators/kernels/newton/stage_equation.hpp"
#include "problems/contract/counted_problem.hpp"

#include <cmath>

namespace stiffbench {

/// The matrix S = mass M + velocity D + position K of one stage, its factorization, and the Hessian
/// corrections of one that is symmetric, but not positive definite; one that is not is left to LU.
///
/// `diagonal` adds s M with the first s for which Cholesky's factorization succeeds, of 0 or a
/// start beyond the least S_ii/M_ii, then 10 times as much each time (algorithm 3.3 of Nocedal,
/// Wright, DOI 10.1007/978-0-387-40065-5, in the units of M): it is the matrix of a smaller step.
/// `projected` takes the problem's projected_stiffness instead, which lacks the negative curvature
/// of every element. `lu` keeps the matrix as it is; its updates may then point uphill. The ledger
/// counts every matrix that is not definite as `indefinite`.
///
/// Conjugate gradients factorize nothing. They make the same corrections once they meet a direction
/// of negative curvature, which an indefinite matrix may hide from one right-hand side; their
/// update points downhill then as well. With `lu` such a direction is a failure, `indefinite`. So
/// is, with any correction, a problem whose damping varies with the state, since its K need not be
/// symmetric; linear_solver=auto is Cholesky's there, or LU.
class StageMatrix {
 public:
  void init(const CountedProblem& problem, UpdateSolver solver = UpdateSolver::cholesky);

  /// Evaluates the damping at u; it stays zero where the problem has none.
  void evaluate_damping(const State& u);
  void evaluate_stiffness(const State& u) { problem_->stiffness(u, K_); }
  /// Sums and factorizes S, or prepares it for conjugate gradients; u is where a projected
  /// stiffness is evaluated.
  Outcome factorize(const StageWeights& weights, Hessian hessian, const State& u);
  /// Solves S x = right. Conjugate gradients do so to this accuracy, in the norm of S; where they
  /// meet negative curvature, S is corrected first, with u as in factorize().
  Outcome solve(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x);

  /// True when solve() may be called.
  bool ready() const { return iterates_ ? prepared_ : solver_.ready(); }
  /// True when conjugate gradients solve with the present matrix.
  bool iterates() const { return iterates_; }
  /// The estimated error of the last solution, in the norm of S; 0 with a factorization.
  double solve_error() const { return iterates_ ? gradients_.error() : 0; }
  const Mat& stiffness() const { return K_; }
  const Mat& damping() const { return D_; }
  /// The multiple s of M that the last factorization added.
  double mass_shift() const { return mass_shift_; }
  /// A bound of the residual f - M a that rounding alone may leave: 8 eps (|M| a + |K| x + |D| v),
  /// with the magnitudes a, x, v of the terms of accelerations, positions and velocities.
  void round_off(const Vec& a, const Vec& x, const Vec& v, Vec& bound) const;

 private:
  const Columns& assemble();
  Outcome factorize_symmetric(const State& u);
  Outcome factorize_corrected();
  Outcome factorize_projected(const State& u);
  /// The least correction that makes the diagonal of S positive: 0, or a multiple of M.
  double least_shift(const Columns& S) const;
  /// The correction that follows on the present one.
  double next_shift() const;
  /// Sums S for conjugate gradients.
  Outcome prepare(const State& u);
  Outcome iterate(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x);
  /// Corrects a matrix that is `indefinite` by this outcome, for conjugate gradients.
  Outcome correct(Outcome outcome, const State& u);

  const CountedProblem* problem_ = nullptr;
  Mat K_, D_;
  SparseSum sum_;
  LinearSolver solver_;
  SolverChoice choice_;
  ConjugateGradients gradients_;
  StageWeights weights_;
  Hessian hessian_ = Hessian::diagonal;
  bool may_be_skew_ = false;
  bool iterates_ = false;                         // with the present matrix
  bool prepared_ = false, is_corrected_ = false;  // for conjugate gradients
  double mass_shift_ = 0;
};

/// The norm sqrt(r' diag(M)^-1 r) of a residual r, which is dual to that of the kinetic energy;
/// `mass` is the diagonal of M.
inline double dual_norm(const Eigen::Ref<const Vec>& r, const Vec& mass) {
  return std::sqrt(r.cwiseAbs2().cwiseQuotient(mass).sum());
}

}  // namespace stiffbench
