#pragma once

#include "integrators/kernels/newton/iteration.hpp"
#include "integrators/kernels/newton/simplified_newton.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"

#include <vector>

namespace stiffbench {

/// The stages of one step of a Runge-Kutta method (A, b, c) as one system for Newton's iteration.
/// The unknowns are the s accelerations, stacked in one vector, M a_i = f(x_i, v_i, t + c_i h) at
///   x_i = x + h (A 1)_i v + h^2 sum_j (A^2)_ij a_j,   v_i = v + h sum_j A_ij a_j.
/// The matrix of the full iteration has s x s blocks d_ij M + h A_ij D_i + h^2 (A^2)_ij K_i and is
/// factorized by LU. It is never symmetric. Hessian corrections therefore refer to the stages' own
/// matrices M + h A_ii D_i + h^2 (A^2)_ii K_i: either the largest multiple of M that one of them
/// needs is added to every diagonal block, or each stage with an indefinite matrix uses its
/// projected stiffness. The simplified iteration takes K and D from the stage nearest to the middle
/// of the step.
///
/// The size of an update is the change of the stages and of the step, in the energy norm, relative
/// to the stages' velocities. The residual is not the gradient of a potential (kernels/NEWTON.md).
class CoupledSystem {
 public:
  /// A is s x s, b and c have length s. Conjugate gradients are for the simplified iteration.
  void init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A, const Vec& b,
            const Vec& c, bool simplified, UpdateSolver solver, Preconditioner preconditioner);
  /// Sets the size of the following steps (s).
  void resize(double h) { h_ = h; }
  /// Makes this the system of the step from u; u must outlive that step.
  void begin(const State& u) { u_ = &u; }
  /// Changes to the simplified iteration, if init() has prepared it, or to the full one.
  void simplify(bool simplified) { simplified_ = simplified; }

  void set_point(const Vec& a);
  bool evaluate(const Vec& a, Vec& residual);
  bool is_factorized() const {
    return simplified_ ? shared_.is_ready(h_) : solver_.ready() && factorized_h_ == h_;
  }
  Outcome factorize(HessianCorrection correction);
  bool iterates() const { return simplified_; }
  bool approximates() const { return simplified_; }
  Outcome solve(const Vec& residual, const Accuracy& accuracy, Vec& da);
  double solve_error() const { return simplified_ ? shared_.error() : 0; }
  const Vec& solve_residual() const { return shared_.left(); }
  double size(const Vec& da, const Vec& residual);
  double scale(const Vec& a) const;
  double feasible_step(const Vec& da);
  double residual_norm(const Vec& residual) const;
  double round_off(const Vec& a);
  double potential() const;
  /// The matrix of the simplified iteration, or null.
  StageMatrix* shared_matrix() { return simplified_ ? &shared_.matrix() : nullptr; }
  /// Names the stage with the largest residual.
  std::string where(int iteration, const Vec& residual) const;
  Work& work() const { return problem_->work(); }

 private:
  Outcome factorize_all(HessianCorrection correction);
  Outcome correct(HessianCorrection correction, double& mass_shift);
  auto part(Vec& stacked, Eigen::Index i) const { return stacked.segment(i * n_, n_); }
  auto part(const Vec& stacked, Eigen::Index i) const { return stacked.segment(i * n_, n_); }

  const CountedProblem* problem_ = nullptr;
  const State* u_ = nullptr;
  double h_ = 0, factorized_h_ = 0;  // the latter of the full iteration
  Eigen::Index s_ = 0, n_ = 0;
  Eigen::MatrixXd A_, A2_;
  Vec b_, c_, nodes_, weights_;
  std::vector<State> stages_;
  bool simplified_ = false;
  SimplifiedNewton shared_;
  Eigen::Index middle_ = 0;            // the stage whose K and D all share
  std::vector<StageMatrix> matrices_;  // of the full iteration
  std::vector<Term> terms_;
  SparseSum sum_;
  LinearSolver solver_;
  Vec f_, product_, dx_, dv_, size_x_, size_v_;
};

/// One step of a Runge-Kutta method (A, b, c) of s stages on x' = v, v' = M^-1 f(x, v, t), for any
/// A: fully implicit, with zero rows, or singular. Newton's iteration solves for all stages at
/// once, with options set by the user. Every iterate of a stage is feasible.
class CoupledStages {
 public:
  static void parameters(auto& self, auto&& parameter) {
    NewtonOptions::control_parameters(self.options, parameter, true);
    parameter("hessian_correction", self.options.hessian_correction, one_of<HessianCorrection>(),
              "an indefinite stage is kept as it is, or has a multiple of M added to every stage, "
              "or is made anew without the negative curvature of any element");
    parameter("line_search", self.options.line_search, one_of({"none", "residual", "natural"}),
              "shortens updates until the residual falls, by its own norm or by the next update's");
    parameter(
        "newton", self.newton, one_of<CoupledNewton>(),
        "full: K and D of each stage, and LU of all stages at once; simplified: K and D of one "
        "stage for all, and a system of n unknowns for each eigenvalue of the table; auto: "
        "simplified from 64 unknowns on, unless damping varies with the state, and full for a "
        "step that the simplified one does not solve",
        Ladder{"auto", "simplified", "full"});
    parameter("linear_solver", self.linear_solver, one_of({"cholesky", "pcg", "auto"}),
              "of the simplified iteration: Cholesky's factorization, or preconditioned conjugate "
              "gradients; auto: these while they cost less",
              Ladder{"auto", "cholesky", "pcg"});
    preconditioner_parameter(self.preconditioner, parameter);
  }
  /// Throws Error for options that have no effect; `owner` is the integrator's name.
  void check_options(const std::string& owner) const;

  /// The tolerance is tighter than Newton's: with a hundred steps errors of gauss6 come near 1e-12.
  NewtonOptions options{.tolerance = 1e-14, .hessian_correction = HessianCorrection::none};
  CoupledNewton newton = CoupledNewton::automatic;
  UpdateSolver linear_solver = UpdateSolver::automatic;
  Preconditioner preconditioner = Preconditioner::automatic;

  /// A is s x s, b and c have length s; anything else is an Error, and so is newton=simplified
  /// where K need not be symmetric.
  void init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A, const Vec& b,
            const Vec& c);
  /// Sets the size of the following steps (s).
  void resize(double h) {
    h_ = h;
    iteration_.system.resize(h);
  }
  /// The stacked accelerations of the last step's stages.
  const Vec& accelerations() const { return iteration_.a; }
  /// M + d D + d^2 K of the last step's simplified iteration, d = h times the real eigenvalue of A
  /// or, where there is none, the mean modulus of all; null after a full one.
  StageMatrix* shared_matrix() { return iteration_.system.shared_matrix(); }
  /// Advances u; u moves only when the outcome is ok. Failures: diverged, singular, indefinite,
  /// infeasible, newton_not_converged; the reason names the stage with the largest residual, the
  /// iteration and that residual.
  Outcome step(State& u);

 private:
  /// True where the simplified iteration is asked for, or suits the problem.
  bool simplifies(const CountedProblem& problem, const Eigen::MatrixXd& A) const;

  Outcome solve(const State& u);

  double h_ = 0;
  bool simplified_ = false;
  Vec b_, position_weights_;
  Vec rest_;  // a_j = -rest_j v / h keeps the stages at the step's start, if A allows that
  NewtonIteration<CoupledSystem> iteration_;
};

}  // namespace stiffbench
