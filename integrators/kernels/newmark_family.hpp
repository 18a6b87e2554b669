#pragma once

#include "integrators/kernels/newton/newton.hpp"

namespace stiffbench {

/// The step of all methods with Newmark's formulas,
///   x+ = x + h v + h^2 ((1/2 - beta) a + beta a+),   v+ = v + h ((1 - gamma) a + gamma a+),
/// and the equation of motion at a mixed state,
///   M ((1 - am) a+ + am a) = f((1 - af) u+ + af u).
/// The acceleration is carried from step to step; only the first one is M^-1 f(u). Where am or af
/// is not zero, the carried acceleration differs from M^-1 f(u) by O(h), and computing the latter
/// in every step would reduce the order to 1 on damped problems.
class NewmarkFamily {
 public:
  struct Weights {
    double beta, gamma;
    double am = 0, af = 0;
  };

  void init(const CountedProblem& problem, double h, const Weights& weights) {
    problem_ = &problem;
    h_ = h;
    w_ = weights;
    fresh_ = true;
  }

  Outcome step(State& u, Newton& newton) {
    if (fresh_) {
      problem_->force(u, f_);
      problem_->mass().solve(f_, a_);
    }
    fresh_ = false;
    // u+ = (predictor_x_, predictor_v_) + (beta h^2, gamma h) a+
    predictor_x_ = u.x + h_ * u.v + (0.5 - w_.beta) * h_ * h_ * a_;
    predictor_v_ = u.v + (1 - w_.gamma) * h_ * a_;
    stage_.t = u.t + (1 - w_.af) * h_;
    stage_.x0 = (1 - w_.af) * predictor_x_ + w_.af * u.x;
    stage_.v0 = (1 - w_.af) * predictor_v_ + w_.af * u.v;
    stage_.a0 = w_.am * a_;
    stage_.mass = 1 - w_.am;
    stage_.velocity = (1 - w_.af) * w_.gamma * h_;
    stage_.position = (1 - w_.af) * w_.beta * h_ * h_;
    mixed_ = u;
    if (auto outcome = newton.solve(stage_, mixed_, next_a_); !outcome.ok()) return outcome;
    a_ = next_a_;
    u.x = predictor_x_ + w_.beta * h_ * h_ * a_;
    u.v = predictor_v_ + w_.gamma * h_ * a_;
    u.t += h_;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Weights w_{};
  bool fresh_ = true;
  StageEquation stage_;
  State mixed_;
  Vec f_, a_, next_a_, predictor_x_, predictor_v_;
};

}  // namespace stiffbench
