#include "integrators/kernels/newton.hpp"
#include "integrators/registry.hpp"

namespace stiffbench {
namespace {

/// The generalized-alpha method of Chung, Hulbert: Newmark's formulas, with the equation of motion
///   M ((1 - am) a+ + am a) = f((1 - af) u+ + af u)
/// at a mixed state. rho_inf is the spectral radius at h omega = infinity: 1 conserves, 0
/// annihilates the stiffest modes in one step. The a that is carried differs from M^-1 f(u) by
/// O(h): deriving it anew in every step would leave the first order on damped problems.
class GeneralizedAlpha {
 public:
  Facts facts() const {
    return {.name = "generalized_alpha",
            .title = "generalized-alpha method",
            .doi = "10.1115/1.2900803",
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("rho_inf", self.rho_inf_, from_to(0, 1), "spectral radius at h omega = infinity");
    Newton::parameters(self.newton_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    newton_.init(problem);
    h_ = h;
    fresh_ = true;
    am_ = (2 * rho_inf_ - 1) / (rho_inf_ + 1);
    af_ = rho_inf_ / (rho_inf_ + 1);
    gamma_ = 0.5 - am_ + af_;
    beta_ = 0.25 * (1 - am_ + af_) * (1 - am_ + af_);
  }

  Outcome step(State& u) {
    if (fresh_) {
      problem_->force(u, f_);
      problem_->mass().solve(f_, a_);
    }
    fresh_ = false;
    // u+ = (moved_x_, moved_v_) + (beta h^2, gamma h) a+
    moved_x_ = u.x + h_ * u.v + (0.5 - beta_) * h_ * h_ * a_;
    moved_v_ = u.v + (1 - gamma_) * h_ * a_;
    stage_.t = u.t + (1 - af_) * h_;
    stage_.x0 = (1 - af_) * moved_x_ + af_ * u.x;
    stage_.v0 = (1 - af_) * moved_v_ + af_ * u.v;
    stage_.a0 = am_ * a_;
    stage_.mass = 1 - am_;
    stage_.velocity = (1 - af_) * gamma_ * h_;
    stage_.position = (1 - af_) * beta_ * h_ * h_;
    mixed_ = u;
    if (auto outcome = newton_.solve(stage_, mixed_, next_a_); !outcome.ok()) return outcome;
    a_ = next_a_;
    u.x = moved_x_ + beta_ * h_ * h_ * a_;
    u.v = moved_v_ + gamma_ * h_ * a_;
    u.t += h_;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0, rho_inf_ = 0.8, am_ = 0, af_ = 0, gamma_ = 0, beta_ = 0;
  bool fresh_ = true;
  Newton newton_;
  StageEquation stage_;
  State mixed_;
  Vec f_, a_, next_a_, moved_x_, moved_v_;
};

const bool enrolled = enrol(GeneralizedAlpha{});

}  // namespace
}  // namespace stiffbench
