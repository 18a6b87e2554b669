#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"

namespace stiffbench {
namespace {

/// Implicit Euler as interactive programs use it: a fixed number of full Newton updates, each with
/// its own matrix, converged or not. The first one linearizes the force at (x_n, v_n), as Baraff
/// and Witkin do; the later ones start from positions and velocities that satisfy x+ = x + h v+.
/// The error that is left adds to that of implicit Euler. Linear problems have none.
class NewtonEuler {
 public:
  Facts facts() const {
    return {.name = "newton_euler",
            .title = "implicit Euler with a fixed number of Newton updates",
            .doi = "10.1145/280814.280821",
            .family = Family::implicit,
            .stages = 1,
            .feasible = true};
  }
  int order(const Problem&) const { return 1; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("updates", self.updates_, at_least(1), "Newton updates in every step");
    parameter("hessian_correction", self.correction_, one_of<HessianCorrection>(),
              "an indefinite matrix is taken as it is, by LU, or has a multiple of M added, or is "
              "made anew without the negative curvature of any element");
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    damped_ = problem.traits().damped;
    D_.resize(0, 0);
    system_.init(problem, false, UpdateSolver::cholesky, Preconditioner::automatic);
    stage_.velocity = h;
    stage_.position = h * h;
  }

  Outcome step(State& u) {
    stage_.t = u.t + h_;
    stage_.v0 = u.v;
    stage_.x0 = u.x + h_ * u.v;
    next_ = u;
    system_.begin(stage_, next_, a_);
    next_.v = u.v;  // where a_ leads to x_n, it leads to a velocity of zero
    for (int i = 1; i <= updates_; ++i) {
      if (!system_.evaluate(a_, residual_))
        return {Status::diverged, system_.where(i, residual_) + ": the force is not finite"};
      if (Outcome outcome = system_.factorize(correction_); !outcome.ok()) return outcome;
      if (i == 1 && damped_) {  // the force at v = 0, to first order
        problem_->damping(u, D_);
        product_.noalias() = D_ * u.v;
        residual_ += product_;
      }
      if (Outcome outcome = system_.solve(residual_, {}, update_); !outcome.ok()) return outcome;
      const double most = system_.feasible_step(update_);
      a_ += (most < 1 ? 0.9 * most : 1) * update_;
      system_.set_point(a_);
    }
    std::swap(u.x, next_.x);
    std::swap(u.v, next_.v);
    u.t = stage_.t;
    return {};
  }

 private:
  int updates_ = 1;
  HessianCorrection correction_ = HessianCorrection::mass_shift;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool damped_ = false;
  Mat D_;
  StageSystem system_;
  StageEquation stage_;
  State next_;
  Vec a_, residual_, update_, product_;
};

const bool enrolled = enrol(NewtonEuler{});

}  // namespace
}  // namespace stiffbench
