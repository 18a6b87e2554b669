#pragma once

#include "problems/contract/counted_problem.hpp"

namespace stiffbench {

/// True when u and w are the same state, digit by digit: a library may then go on from its own
/// memory.
inline bool same_state(const State& u, const State& w) {
  return u.x.size() == w.x.size() && u.t == w.t && u.x == w.x && u.v == w.v;
}

/// A problem in the form of general-purpose solvers: y' = F(y, t) with y = (x, v), an array of 2
/// dof numbers, and F = (v, M^-1 f(x, v, t)).
class FirstOrder {
 public:
  FirstOrder() = default;
  explicit FirstOrder(const CountedProblem& problem)
      : problem_(&problem), n_(problem.mass().size()) {}

  const CountedProblem& problem() const { return *problem_; }
  Eigen::Index dof() const { return n_; }
  Eigen::Index size() const { return 2 * n_; }

  void pack(const State& u, double* y) const {
    Eigen::Map<Vec>(y, n_) = u.x;
    Eigen::Map<Vec>(y + n_, n_) = u.v;
  }
  void unpack(double t, const double* y, State& u) const {
    u.t = t;
    u.x = Eigen::Map<const Vec>(y, n_);
    u.v = Eigen::Map<const Vec>(y + n_, n_);
  }
  /// The state at (t, y); valid until the next call.
  const State& at(double t, const double* y) {
    unpack(t, y, u_);
    return u_;
  }
  /// Computes dydt = F(y, t); false when one of its numbers is not finite.
  [[nodiscard]] bool derivative(double t, const double* y, double* dydt);
  /// Computes Jw = (dF/dy) w at the state u.
  void jacobian_times(const State& u, const double* w, double* Jw);

 private:
  const CountedProblem* problem_ = nullptr;
  Eigen::Index n_ = 0;
  State u_;
  Vec f_, a_, dx_, dv_;
};

}  // namespace stiffbench
