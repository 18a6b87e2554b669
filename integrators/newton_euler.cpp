#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"

namespace stiffbench {
namespace {

/// Implicit Euler as interactive programs use it: a fixed number of full Newton updates from the
/// position x_n, each with its own matrix, converged or not. The error that is left adds to that of
/// implicit Euler; on linear problems the first update leaves none.
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
    h_ = h;
    system_.init(problem, UpdateSolver::cholesky, Preconditioner::automatic);
    stage_.velocity = h;
    stage_.position = h * h;
  }

  Outcome step(State& u) {
    stage_.t = u.t + h_;
    stage_.v0 = u.v;
    stage_.x0 = u.x + h_ * u.v;
    next_ = u;
    system_.begin(stage_, false, next_, a_);
    system_.set_point(a_);
    for (int i = 1; i <= updates_; ++i) {
      if (!system_.evaluate(a_, residual_))
        return {Status::diverged, system_.where(i, residual_) + ": the force is not finite"};
      if (Outcome outcome = system_.factorize(correction_); !outcome.ok()) return outcome;
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
  double h_ = 0;
  StageSystem system_;
  StageEquation stage_;
  State next_;
  Vec a_, residual_, update_;
};

const bool enrolled = enrol(NewtonEuler{});

}  // namespace
}  // namespace stiffbench
