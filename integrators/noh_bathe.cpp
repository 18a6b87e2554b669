#include "integrators/contract/registry.hpp"

namespace stiffbench {
namespace {

/// The explicit method of Noh, Bathe for waves: two sub-steps of p h and (1 - p) h, each with one
/// force, at the velocity that the accelerations predict. It is of second order with damping, too,
/// and damps the fastest modes that are stable; p = 1/2 does not damp. The force is evaluated at
/// the time of the sub-step, where the paper interpolates the load.
class NohBathe {
 public:
  Facts facts() const {
    return {.name = "noh_bathe",
            .title = "explicit method of two sub-steps for waves (Noh, Bathe)",
            .doi = "10.1016/j.compstruc.2013.06.007",
            .family = Family::explicit_steps,
            .stages = 2};
  }
  int order(const Problem&) const { return 2; }

  static void parameters(auto& self, auto&& parameter) {
    parameter(
        "p", self.p_, from_to(0.5, 0.5857864376269049),
        "the first sub-step, in steps; at most 2 - sqrt 2, which has the largest stable step");
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    first_ = p_ * h;
    second_ = (1 - p_) * h;
    q1_ = (1 - 2 * p_) / (2 * p_ * (1 - p_));
    q2_ = 0.5 - p_ * q1_;
    q0_ = 0.5 - q1_ - q2_;
    is_first_ = true;
  }

  Outcome step(State& u) {
    if (is_first_) accelerate(u, a_);
    is_first_ = false;
    inner_.t = u.t + first_;
    inner_.x = u.x + first_ * u.v + 0.5 * first_ * first_ * a_;
    inner_.v = u.v + first_ * a_;
    accelerate(inner_, inner_a_);
    inner_.v = u.v + 0.5 * first_ * (a_ + inner_a_);
    u.t += first_ + second_;
    u.x = inner_.x + second_ * inner_.v + 0.5 * second_ * second_ * inner_a_;
    u.v = inner_.v + second_ * inner_a_;
    accelerate(u, next_a_);
    u.v = inner_.v + second_ * (q0_ * a_ + (0.5 + q1_) * inner_a_ + q2_ * next_a_);
    a_.swap(next_a_);
    return {};
  }

 private:
  void accelerate(const State& u, Vec& a) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a);
  }

  double p_ = 0.54;
  const CountedProblem* problem_ = nullptr;
  double first_ = 0, second_ = 0, q0_ = 0, q1_ = 0, q2_ = 0;
  bool is_first_ = true;
  State inner_;
  Vec f_, a_, inner_a_, next_a_;
};

const bool enrolled = enrol(NohBathe{});

}  // namespace
}  // namespace stiffbench
