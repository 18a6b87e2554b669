#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Interface of problems with a lagged force, in addition to Problem: in each step integrators see
/// an affine force that is built from the state at the start of the step (LaggedStep). It tends to
/// f as h tends to 0, so no method has an order above 1 and none conserves the energy of f. Such a
/// problem has no load, and its D is constant.
class LaggedForce {
 public:
  virtual ~LaggedForce() = default;
  /// False if the parameters of the problem choose a force that does not lag.
  virtual bool lags() const { return true; }
  /// Writes the matrix Kn (N/m) of a step from u, under the rules of Problem::stiffness().
  virtual void lagged_stiffness(const State& u, Mat& K) const = 0;
};

/// Returns the problem's lagged force, or null if its force does not lag.
inline const LaggedForce* lagged_force(const Problem& problem) {
  const auto* lagged = dynamic_cast<const LaggedForce*>(&problem);
  return lagged && lagged->lags() ? lagged : nullptr;
}

/// The lagged force of one step from (x_n, v_n),
///   f(x_n, 0) - Kn (x - x_n) - D v,
/// and its potential.
class LaggedStep {
 public:
  /// Makes u the state at the start of the step.
  void begin(const Problem& problem, const LaggedForce& lagged, const State& u) {
    start_ = {u.t, u.x, 0 * u.v};
    problem.force(start_, force_);
    lagged.lagged_stiffness(start_, K_);
    if (D_.rows() == 0) problem.damping(start_, D_);
    potential_ = problem.potential(start_);
  }
  void force(const State& u, Vec& f) const {
    f = force_;
    f.noalias() -= K_ * (u.x - start_.x);
    f.noalias() -= D_ * u.v;
  }
  void jacobian_times(const Vec& dx, const Vec& dv, Vec& df) const {
    df.noalias() = -(K_ * dx);
    df.noalias() -= D_ * dv;
  }
  const Mat& stiffness() const { return K_; }
  double potential(const State& u) const {
    const Vec dx = u.x - start_.x;
    return potential_ - force_.dot(dx) + dx.dot(K_ * dx) / 2;
  }

 private:
  State start_;
  Vec force_;
  Mat K_, D_;
  double potential_ = 0;
};

}  // namespace stiffbench
