#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"

#include <Eigen/Core>

namespace stiffbench {

/// One step of a Runge-Kutta method (A, b, c) of s stages on x' = v, v' = M^-1 f(x, v, t), for any
/// A: fully implicit, with zero rows, or singular. The unknowns are the s accelerations at once, M
/// a_i = f(x_i, v_i, t + c_i h) at
///   x_i = x + h (A 1)_i v + h^2 sum_j (A^2)_ij a_j,   v_i = v + h sum_j A_ij a_j,
/// and Newton's matrix has s x s blocks d_ij M + h A_ij D_i + h^2 (A^2)_ij K_i, factorized by LU.
///
/// Parameters mean what they mean for Newton (newton.hpp), which serves methods whose stages come
/// one after the other: an update is measured by what it moves the stages and the step, in the
/// energy norm, relative to the stages' velocities, and it has converged when the error estimated
/// from the contraction is within `tolerance`, or where updates shrink slowly and the residual is
/// at round-off. The line search halves an update until the residual falls, in the norm dual to the
/// kinetic energy ("residual") or as the size of the next update with the matrix at hand
/// ("natural"). No stage leaves what is feasible on the way.
class CoupledStages {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("tolerance", self.tolerance, between(0, 1), "of Newton's updates, relative");
    parameter("max_iterations", self.max_iterations, at_least(1), "Newton updates per step");
    parameter("refactorize", self.refactorize, one_of({"always", "step", "when_slow"}),
              "the matrix: of each update, of each step's start, or kept until updates shrink by "
              "less than a factor of 10 (a linear problem then needs one)");
    parameter("line_search", self.line_search, one_of({"none", "residual", "natural"}),
              "shortens updates until the residual falls, by its own norm or by the next update's");
  }

  /// Below that of Newton: errors of gauss6 come near 1e-12 with a hundred steps.
  double tolerance = 1e-14;
  int max_iterations = 100;
  std::string refactorize = "when_slow";
  std::string line_search = "natural";

  /// A is s x s, b and c have length s; anything else is an Error.
  void init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A, const Vec& b,
            const Vec& c);
  /// Advances u; u moves only when ok. Not ok: diverged, singular, newton_failed; the reason names
  /// the stage with the largest residual, the iteration and that residual.
  Outcome step(State& u);

 private:
  Outcome solve(const State& u);
  Outcome failed(Status status, int iteration, const std::string& why) const;
  void place(const State& u);
  /// Also the residuals there; false where one is not finite.
  bool evaluate(const State& u);
  Outcome factorize();
  void solve_linear(Vec& da);
  double feasible_fraction();
  void move(const State& u, double fraction);
  /// The largest of fraction, fraction/2, ... that lowers the merit; 0 where none does.
  double search(const State& u, double fraction, bool once);
  double merit();
  /// Of an update, given the residual it was made from.
  double size_of(const Vec& da);
  double scale_of(const State& u) const;
  double residual_norm() const;
  bool at_round_off(const State& u);
  auto part(Vec& stacked, Eigen::Index i) const { return stacked.segment(i * n_, n_); }
  auto part(const Vec& stacked, Eigen::Index i) const { return stacked.segment(i * n_, n_); }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Eigen::Index s_ = 0, n_ = 0;
  Eigen::MatrixXd A_, A2_;
  Vec b_, c_, nodes_, position_weights_, rest_, weights_;
  std::vector<Mat> K_, D_;
  std::vector<Term> terms_;
  SparseSum sum_;
  LinearSolver solver_;
  bool next_known_ = false;
  std::vector<State> stages_;
  std::vector<Vec> a_, start_;
  Vec f_, Ma_, dx_, dv_, residual_, start_residual_, da_, next_, size_x_, size_v_, bound_;
};

}  // namespace stiffbench
