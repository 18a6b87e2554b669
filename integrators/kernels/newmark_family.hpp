#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"

#include <cmath>

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
    is_first_ = true;
  }

  Outcome step(State& u, Newton& newton) {
    if (is_first_) accelerate(u, a_);
    is_first_ = false;
    return advance(u, newton);
  }

  /// The order in h of the estimated error of a step.
  int order_of_estimate() const { return std::abs(w_.gamma + shift() - 0.5) < 1e-12 ? 3 : 2; }
  /// One step of this size, with an estimate of its error. Steps of all sizes from one state begin
  /// with the acceleration that the last accepted step carried there.
  ///
  /// The error of the position is that of Zienkiewicz and Xie (DOI 10.1002/eqe.4290200907), h^2
  /// (beta - 1/6) times the jump of the acceleration over the step, where the carried acceleration
  /// is that at t + s h, s = am - af, and s/2 adds to beta. Alone, it vanishes whenever an
  /// oscillation turns. The error of the velocity comes from the change of the acceleration's rate
  /// a' = M^-1 (-K v - D a + df/dt) in the same way, h^2 times the coefficient of h^3 a'' in the
  /// step. The matrix of the step damps the stiff modes of both.
  Outcome trial(double size, State& u, State& error, Newton& newton) {
    begin(u);
    a_ = carried_ + shift() * (size - carried_size_) * rate_;
    h_ = size;
    before_ = a_;
    if (Outcome outcome = advance(u, newton); !outcome.ok()) return outcome;
    rate_of(u, a_, next_rate_);
    error.x = h_ * h_ * (w_.beta + shift() / 2 - 1. / 6) * (a_ - before_);
    error.v = h_ * (w_.gamma + shift() - 0.5) * (a_ - before_);
    error.v += h_ * h_ * velocity_constant() * (next_rate_ - rate_);
    return newton.damp(error);
  }

 private:
  /// The time, in steps, by which the carried acceleration is ahead of the state.
  double shift() const { return w_.am - w_.af; }
  /// The coefficient of h^3 a'' in the velocity's error. The carried acceleration is a(t + s h) + q
  /// h^2 a''; the equation of motion at the mixed state, whose position is ahead of the motion by
  /// af (1 - af)/2 h^2 a, determines q on undamped linear problems.
  double velocity_constant() const {
    const double s = shift(), square = (1 + s) * (1 + s);
    const double q = (1 - w_.af) / 2 - ((1 - w_.am) * square + w_.am * s * s) / 2;
    return ((1 - w_.gamma) * s * s + w_.gamma * square) / 2 + q - 1. / 6;
  }
  void accelerate(const State& u, Vec& a) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a);
  }
  /// Computes the rate of change of the acceleration a at u.
  void rate_of(const State& u, const Vec& a, Vec& rate) {
    problem_->jacobian_times(u, u.v, a, f_);
    if (problem_->traits().time_dependent) {
      problem_->time_derivative(u, load_rate_);
      f_ += load_rate_;
    }
    problem_->mass().solve(f_, rate);
  }
  /// Makes u the state from which trials start, unless it is that already.
  void begin(const State& u) {
    if (is_first_) {
      accelerate(u, carried_);
      rate_of(u, carried_, rate_);
      carried_size_ = 0;
    } else if (u.t != start_) {
      carried_ = a_;
      rate_ = next_rate_;
      carried_size_ = h_;
    }
    is_first_ = false;
    start_ = u.t;
  }
  Outcome advance(State& u, Newton& newton) {
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

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Weights w_{};
  bool is_first_ = true;
  StageEquation stage_;
  State mixed_;
  Vec f_, a_, next_a_, predictor_x_, predictor_v_;
  // Of trials: the time of their start (s), the acceleration carried there and the size (s) of the
  // step that carried it, and the rates of the acceleration at both ends.
  double start_ = 0, carried_size_ = 0;
  Vec carried_, before_, rate_, next_rate_, load_rate_;
};

/// The common part of the integrators with Newmark's formulas; they add their parameters and
/// weights.
class NewmarkMethod {
 public:
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  Settings order_settings() const { return newton_order_settings(); }
  Outcome step(State& u) {
    if (!adaptive()) return loop_.step(u, newton_);
    return control_.advance(u, h_, [this](double size, State& next, State& error) {
      return loop_.trial(size, next, error, newton_);
    });
  }

 protected:
  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
    StepControl::parameters(self.control_, parameter);
  }
  /// Throws Error for options without effect; `name` is the integrator's.
  void check_options(const std::string& name) const {
    newton_.check_options(name);
    control_.check("integrator '" + name + "': ");
  }
  void init_loop(const CountedProblem& problem, double h, const NewmarkFamily::Weights& weights) {
    h_ = h;
    newton_.init(problem);
    loop_.init(problem, h, weights);
    if (adaptive()) control_.init(problem, loop_.order_of_estimate(), true);
  }

  Newton newton_;

 private:
  double h_ = 0;
  StepControl control_;
  NewmarkFamily loop_;
};

}  // namespace stiffbench
