#pragma once

#include "integrators/kernels/iterative/complex_gradients.hpp"
#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/newton/options.hpp"
#include "integrators/kernels/newton/stage_equation.hpp"
#include "problems/contract/counted_problem.hpp"

#include <cmath>

namespace stiffbench {

/// The matrix S = mass M + velocity D + position K of one stage, its factorization, and the
/// corrections that make a symmetric S positive definite. A nonsymmetric S is left to LU.
///
/// `mass_shift` adds s M with the first s for which Cholesky's factorization succeeds. The first
/// trial is s = 0 or, where S has a diagonal entry that is not positive, slightly more than the
/// least s that makes the diagonal positive; each further trial is 10 times as large (algorithm 3.3
/// of Nocedal, Wright, DOI 10.1007/978-0-387-40065-5, in the units of M). The result is the matrix
/// of a smaller step. `psd_projection` takes the problem's projected_stiffness instead, which lacks
/// the negative curvature of every element. `none` keeps the matrix unchanged; its updates may then
/// point uphill. The ledger counts every matrix that is not definite as `indefinite`.
///
/// Conjugate gradients make the same corrections once they meet a direction of negative curvature.
/// A single right-hand side may not reveal that a matrix is indefinite; the update then points
/// downhill all the same. With `none` linear_solver=auto factorizes such a matrix, and
/// linear_solver=pcg fails as `indefinite`. Conjugate gradients also fail, with any correction, on
/// problems whose damping varies with the state and does not lag, since K need not be symmetric
/// there; linear_solver=auto uses Cholesky's method or LU for these.
class StageMatrix {
 public:
  /// `lagged`: D comes from lag_damping(), and K will be evaluated at rest.
  void init(const CountedProblem& problem, UpdateSolver solver = UpdateSolver::cholesky,
            Preconditioner preconditioner = Preconditioner::automatic, bool lagged = false);

  /// Evaluates the damping matrix at u; it stays zero where the problem has none.
  void evaluate_damping(const State& u);
  /// Sets the damping matrix to that with which the damping force at u is -D v.
  void lag_damping(const State& u) { problem_->secant_damping(u, D_); }
  void evaluate_stiffness(const State& u) { problem_->stiffness(u, K_); }
  /// Sets the stiffness of a force without damping.
  void assign_undamped(const Mat& K);
  /// Sums and factorizes S, or prepares it for conjugate gradients. A projected stiffness is
  /// evaluated at u.
  Outcome factorize(const StageWeights& weights, HessianCorrection correction, const State& u);
  /// Solves S x = right. Conjugate gradients solve to this accuracy, in the norm of S; where they
  /// meet negative curvature, S is corrected first, with u as in factorize().
  /// They start from the span of `basis` (ConjugateGradients::solve).
  Outcome solve(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x,
                std::span<const Vec> basis = {});
  /// Solves (mass M + velocity D + position K) x = right for complex weights of M, D and K, by
  /// complex conjugate gradients that S preconditions: its factors, or what preconditions its own
  /// conjugate gradients. M has the correction of S, relative to its weight. S has to be symmetric.
  Outcome solve(const ComplexWeights& weights, const ComplexVec& right, const Accuracy& accuracy,
                const State& u, ComplexVec& x);
  /// The error and the residual of the last complex solution, as those of real ones.
  double complex_error() const { return complex_gradients_.error(); }
  const ComplexVec& complex_residual() const { return complex_gradients_.residual(); }

  /// Begins the solves of another stage. Solves by factors may be rough
  /// (LinearSolver::solve_roughly()) while stages take at most 1.1 times as many of these as of
  /// exact ones.
  void begin_stage();
  /// True when solve() may be called.
  bool ready() const { return iterates_ ? prepared_ : solver_.ready(); }
  /// True when conjugate gradients solve with the present matrix.
  bool iterates() const { return iterates_; }
  /// The estimated error of the last solution, in the norm of S; 0 with a factorization in double
  /// precision.
  double solve_error() const { return iterates_ ? gradients_.error() : rough_error_; }
  /// right - S x of the last solution by conjugate gradients.
  const Vec& solve_residual() const { return gradients_.residual(); }
  const Mat& stiffness() const { return K_; }
  const Mat& damping() const { return D_; }
  /// The multiple s of M that the last factorization added.
  double mass_shift() const { return mass_shift_; }
  /// A bound on the residual f - M a that round-off alone may leave: 8 eps (|M| a + |K| x + |D| v),
  /// where a, x and v are the magnitudes of the terms of accelerations, positions and velocities.
  void round_off(const Vec& a, const Vec& x, const Vec& v, Vec& bound) const;

 private:
  const Columns& assemble();
  Outcome factorize_symmetric(const State& u);
  Outcome factorize_corrected();
  Outcome factorize_projected(const State& u);
  /// The first multiple of M to try: 0, or one that makes the diagonal of S positive.
  double least_shift();
  /// The multiple of M to try after the present one.
  double next_shift() const;
  /// Sums S for conjugate gradients and corrects it where a diagonal block is indefinite.
  Outcome prepare(const State& u);
  /// Gives S to conjugate gradients, assembled only where it is no sum of 3x3 blocks.
  Outcome assign_gradients();
  /// True where conjugate gradients have ended with this outcome, which iterate() returns; false
  /// where factors are to solve.
  bool solve_iteratively(const State& u, Outcome& outcome, auto&& iterate);
  Outcome iterate(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x,
                  std::span<const Vec> basis);
  /// y = S x
  void times(const ComplexVec& x, ComplexVec& y);
  void complex_times(const ComplexWeights& weights, const ComplexVec& p, ComplexVec& q);
  /// Corrects the matrix for conjugate gradients where this outcome is `indefinite`.
  Outcome correct(Outcome outcome, const State& u);
  /// True where conjugate gradients may not change an indefinite matrix and need not solve with it.
  bool leaves_indefinite(const Outcome& outcome) const;
  /// Factorizes the present matrix in place of conjugate gradients.
  Outcome leave_iterations(const State& u);

  const CountedProblem* problem_ = nullptr;
  Mat K_, D_;
  SparseSum sum_;
  LinearSolver solver_;
  SolverChoice choice_;
  ConjugateGradients gradients_;
  ComplexGradients complex_gradients_;
  ComplexVec rest_;
  StageWeights weights_;
  HessianCorrection correction_ = HessianCorrection::mass_shift;
  bool may_be_skew_ = false;
  bool iterates_ = false;  // conjugate gradients solve with the present matrix
  bool prepared_ = false, is_corrected_ = false;  // for conjugate gradients
  double mass_shift_ = 0;
  Vec diagonal_;  // of S

  /// Stages whose solves were exact, or rough.
  struct Stages {
    long count = 0;
    double solves = 0;  // per stage, a running mean
  };
  Stages exact_, rough_;
  bool is_rough_ = false;  // the present stage
  long stage_solves_ = 0;  // by factors, of the present stage
  double rough_error_ = 0;
};

/// The norm sqrt(r' diag(M)^-1 r) of a residual r, which is dual to that of the kinetic energy;
/// `mass` is the diagonal of M.
inline double dual_norm(const Eigen::Ref<const Vec>& r, const Vec& mass) {
  return std::sqrt(r.cwiseAbs2().cwiseQuotient(mass).sum());
}

}  // namespace stiffbench
