#pragma once

#include "integrators/kernels/newton/iteration.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"

#include <cmath>

namespace stiffbench {

/// A stage as the system for Newton's iteration, with the matrix S = mass M + velocity D + position
/// K. Its residual is f - M (mass a + a0). Its scale is |v| + |velocity a| in the norm of the
/// kinetic energy, with the diagonal of M, so that translations of x do not matter.
///
/// The size of an update is its energy norm, which S da = residual gives without a product:
///   velocity^2 (da . residual) = dv' M dv + dx' K dx
/// (exactly where position = velocity^2, mass = 1 and there is no damping, otherwise up to a
/// constant; where K is indefinite, at least the kinetic part). A norm of dv alone would miss
/// errors of stiff modes that are larger by h omega. Round-off of the residual is 8 eps (|K|(|x0| +
/// |x|) + |D|(|v0| + |v|) + |M||a|), since x = x0 + position a is itself rounded.
///
/// Its incremental potential is
///   B(a) = mass/2 a' M a + a0' M a + velocity/2 a' D a + v0' D a
///          + (P(x0 + position a) - load' (x0 + position a)) / position.
/// It does not exist where the damping matrix depends on the state. With a line search on the
/// potential the damping force is then -D v with the D for which this holds at the initial state of
/// the iteration (SecantDamping; You, Zheng, Li, DOI 10.48550/arXiv.2602.08094, section 4.5), which
/// reduces the method to first order. All other forces, and K, are then those of bodies at rest, so
/// that K is symmetric.
class StageSystem {
 public:
  /// `energy` is true when line searches will use the incremental potential.
  void init(const CountedProblem& problem, bool energy, UpdateSolver solver,
            Preconditioner preconditioner);
  /// Makes this the system of `stage`, which must outlive it. Sets a to the acceleration that leads
  /// to the position in u; from then on set_point() moves u.
  void begin(const StageEquation& stage, State& u, Vec& a);
  /// Stores the motion of the stage, which ends at a, for the stage of this number in later steps.
  void end(const Vec& a);

  void set_point(const Vec& a);
  bool evaluate(const Vec& a, Vec& residual);
  bool is_factorized() const;
  Outcome factorize(HessianCorrection correction);
  bool iterates() const { return !first_order_ && matrix_.iterates(); }
  Outcome solve(const Vec& residual, const Accuracy& accuracy, Vec& da);
  double solve_error() const {
    return first_order_ ? 0 : std::abs(stage_->velocity) * matrix_.solve_error();
  }
  const Vec& solve_residual() const { return matrix_.solve_residual(); }
  double size(const Vec& da, const Vec& residual) const;
  /// Multiplies a difference of states by (I - E J)^-1, with the matrix of the last solved stage: E
  /// is position/velocity in rows of positions and velocity/mass in rows of velocities, and for a
  /// stage of a Runge-Kutta method the velocity in both.
  Outcome damp(State& difference);
  double scale(const Vec& a) const { return norm(u_->v) + stage_->velocity * norm(a); }
  double feasible_step(const Vec& da);
  double residual_norm(const Vec& residual) const { return dual_norm(residual, weights_); }
  double round_off(const Vec& a);
  double potential() const { return problem_->potential(*u_); }
  PotentialChange potential_change(const Vec& a, const Vec& da);
  std::string where(int iteration, const Vec& residual) const;
  Work& work() const { return problem_->work(); }

 private:
  double norm(const Vec& v) const { return std::sqrt(weights_.dot(v.cwiseAbs2())); }
  /// Computes inertia_ = mass a + a0.
  void add_inertia(const Vec& a);
  Outcome factorize_first_order();
  /// Calls evaluate() while the velocity of u is that of forces and of K: zero if D lags.
  auto with_lagged_velocity(auto&& evaluate) {
    struct Swap {
      ~Swap() { one.swap(other); }
      Vec &one, &other;
    };
    if (!lagged_) return evaluate();
    u_->v.swap(rest_);
    const Swap back{u_->v, rest_};
    return evaluate();
  }

  const CountedProblem* problem_ = nullptr;
  const StageEquation* stage_ = nullptr;
  State* u_ = nullptr;
  bool first_order_ = false, energy_ = false, lagged_ = false;
  Vec weights_;  // the diagonal of M
  StageMatrix matrix_;
  StageWeights factorized_;
  Mat identity_;  // of the first-order form, as are the next three lines
  SparseSum first_order_sum_;
  LinearSolver first_order_solver_;
  Vec both_, wide_;
  Vec load_, rest_;  // rest_: a velocity of zero
  Vec f_, inertia_, product_, dx_, size_x_, size_v_;
  // Conjugate gradients start the first update of an iteration from the span of the last two
  // motions a - begin_ of stages with the same number.
  std::vector<std::vector<Vec>> motions_;  // by number, the latest last
  Vec begin_;
  bool is_first_ = false;  // no update has been computed yet
};

/// Newton's method for methods whose stages are solved one after the other, with options set by the
/// user. The line search `energy` is the optimization form: every stage is then a stationary point
/// of its incremental potential, which is +inf where infeasible. The initial position of the
/// iteration must therefore be feasible: x_n for a first stage and for one-stage methods, and the
/// previous stage for a later one.
class Newton {
 public:
  /// The parameters of methods that always use the optimization form.
  static void energy_parameters(auto& self, auto&& parameter) {
    stage_parameters(self, parameter, one_of({"cholesky", "pcg", "auto"}),
                     "of updates: Cholesky's factorization, or preconditioned conjugate gradients; "
                     "auto: these while they cost less");
  }
  static void parameters(auto& self, auto&& parameter) {
    stage_parameters(self, parameter, one_of<UpdateSolver>(),
                     "of updates: Cholesky's factorization, or preconditioned conjugate gradients; "
                     "auto: these while they cost less; first_order: LU of the "
                     "nonsymmetric system in (x, v)");
    parameter("line_search", self.options.line_search, one_of<LineSearch>(),
              "shortens updates until the residual falls, by its own norm or by the next update's, "
              "or until the incremental potential does");
  }

  NewtonOptions options;
  UpdateSolver linear_solver = UpdateSolver::automatic;
  Preconditioner preconditioner = Preconditioner::automatic;

  /// The order on `problem` of a method whose order is `full` when its stages are solved exactly.
  int order(const Problem& problem, int full) const {
    const bool lagged = is_energy() && problem.traits().varying_damping;
    return lagged ? std::min(full, 1) : full;
  }

  /// Throws Error for options that have no effect with the chosen linear solver; `owner` is the
  /// integrator's name.
  void check_options(const std::string& owner) const;
  /// Throws Error for a preconditioner that the problem's matrices cannot have.
  void init(const CountedProblem& problem) {
    require_blocks_for(preconditioner, problem.block_size());
    iteration_.system.init(problem, is_energy(), linear_solver, preconditioner);
    iteration_.init(problem.dof());
  }
  /// Solves for a, starting from the position in u; u becomes the stage. Failures are diverged,
  /// singular, indefinite, infeasible and newton_not_converged; u and a are then void.
  Outcome solve(const StageEquation& stage, State& u, Vec& a);
  /// Damps the stiff modes of a difference of states, with the matrix of the last solved stage.
  Outcome damp(State& difference) { return iteration_.system.damp(difference); }

 private:
  static void stage_parameters(auto& self, auto&& parameter, const Rule& solvers,
                               const char* solver_doc) {
    NewtonOptions::control_parameters(self.options, parameter, false);
    parameter(
        "hessian_correction", self.options.hessian_correction, one_of<HessianCorrection>(),
        "an indefinite matrix is taken as it is, by LU, or has a multiple of M added, or is "
        "made anew without the negative curvature of any element; with first_order it is refused");
    parameter("linear_solver", self.linear_solver, solvers, solver_doc,
              Ladder{"auto", "cholesky", "pcg"});
    preconditioner_parameter(self.preconditioner, parameter);
    parameter("forcing", self.options.forcing, between(0, 1),
              "largest error of an update by conjugate gradients, relative, in the energy norm; "
              "with a factorization it is refused",
              Ladder{0.01, 0.1});
  }
  bool is_energy() const { return options.line_search == LineSearch::energy; }

  NewtonIteration<StageSystem> iteration_;
};

}  // namespace stiffbench
