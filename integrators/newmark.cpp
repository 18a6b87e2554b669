#include "integrators/kernels/newton.hpp"
#include "integrators/registry.hpp"

namespace stiffbench {
namespace {

/// Newmark's family: M a+ = f(x+, v+, t+) with
///   x+ = x + h v + h^2 ((1/2 - beta) a + beta a+),   v+ = v + h ((1 - gamma) a + gamma a+).
/// The acceleration is carried from step to step. beta = 1/4, gamma = 1/2 is the trapezoidal rule.
class Newmark {
 public:
  Facts facts() const {
    return {.name = "newmark",
            .title = "Newmark's method",
            .doi = "10.1061/JMCEA3.0000098",
            .stages = 1};
  }
  int order(const Problem&) const { return gamma_ == 0.5 ? 2 : 1; }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("beta", self.beta_, between(0, 1), "weight of a+ in the position");
    parameter("gamma", self.gamma_, between(0, 2),
              "weight of a+ in the velocity; below 1/2 unstable");
    Newton::parameters(self.newton_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    newton_.init(problem);
    h_ = h;
    fresh_ = true;
  }

  Outcome step(State& u) {
    if (fresh_) {
      problem_->force(u, f_);
      problem_->mass().solve(f_, a_);
    }
    fresh_ = false;
    stage_.t = u.t + h_;
    stage_.v0 = u.v + (1 - gamma_) * h_ * a_;
    stage_.x0 = u.x + h_ * u.v + (0.5 - beta_) * h_ * h_ * a_;
    stage_.velocity = gamma_ * h_;
    stage_.position = beta_ * h_ * h_;
    next_ = u;
    if (auto outcome = newton_.solve(stage_, next_, next_a_); !outcome.ok()) return outcome;
    u = next_;
    a_ = next_a_;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0, beta_ = 0.25, gamma_ = 0.5;
  bool fresh_ = true;
  Newton newton_;
  StageEquation stage_;
  State next_;
  Vec f_, a_, next_a_;
};

const bool enrolled = enrol(Newmark{});

}  // namespace
}  // namespace stiffbench
