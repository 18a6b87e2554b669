#pragma once

#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/newton/options.hpp"
#include "problems/contract/counted_problem.hpp"

#include <cmath>

namespace stiffbench {

/// The factors of M, D and K in the matrix of a stage.
struct StageWeights {
  double mass = 1, velocity = 0, position = 0;
  bool operator==(const StageWeights&) const = default;
};

/// The matrix S = mass M + velocity D + position K of one stage, its factorization, and the Hessian
/// corrections of one that is symmetric, but not positive definite; one that is not is left to LU.
///
/// `diagonal` adds s M with the first s for which Cholesky's factorization succeeds, of 0 or a
/// start beyond the least S_ii/M_ii, then 10 times as much each time (algorithm 3.3 of Nocedal,
/// Wright, DOI 10.1007/978-0-387-40065-5, in the units of M): it is the matrix of a smaller step.
/// `projected` takes the problem's projected_stiffness instead, which lacks the negative curvature
/// of every element. `lu` keeps the matrix as it is; its updates may then point uphill. The ledger
/// counts every matrix that is not definite as `indefinite`.
class StageMatrix {
 public:
  void init(const CountedProblem& problem);

  /// Evaluates the damping at u; it stays zero where the problem has none.
  void evaluate_damping(const State& u);
  void evaluate_stiffness(const State& u) { problem_->stiffness(u, K_); }
  /// Sums and factorizes S; u is where a projected stiffness is evaluated.
  Outcome factorize(const StageWeights& weights, Hessian hessian, const State& u);
  void solve(const Vec& right, Vec& x) const { solver_.solve(right, x, problem_->work()); }

  /// True when the last factorization succeeded.
  bool ready() const { return solver_.ready(); }
  const Mat& stiffness() const { return K_; }
  const Mat& damping() const { return D_; }
  /// The multiple s of M that the last factorization added.
  double mass_shift() const { return mass_shift_; }
  /// A bound of the residual f - M a that rounding alone may leave: 8 eps (|M| a + |K| x + |D| v),
  /// with the magnitudes a, x, v of the terms of accelerations, positions and velocities.
  void round_off(const Vec& a, const Vec& x, const Vec& v, Vec& bound) const;

 private:
  const Columns& assemble(const StageWeights& weights);
  Outcome factorize_corrected(const StageWeights& weights);
  Outcome factorize_projected(const StageWeights& weights, const State& u);

  const CountedProblem* problem_ = nullptr;
  Mat K_, D_;
  SparseSum sum_;
  LinearSolver solver_;
  double mass_shift_ = 0;
};

/// The norm sqrt(r' diag(M)^-1 r) of a residual r, which is dual to that of the kinetic energy;
/// `mass` is the diagonal of M.
inline double dual_norm(const Eigen::Ref<const Vec>& r, const Vec& mass) {
  return std::sqrt(r.cwiseAbs2().cwiseQuotient(mass).sum());
}

}  // namespace stiffbench
