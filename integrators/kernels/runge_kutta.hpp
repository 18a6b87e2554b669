#pragma once

#include "integrators/integrator.hpp"
#include "integrators/tableaus/runge_kutta.hpp"

namespace stiffbench {

/// The one loop that runs explicit tables on x' = v, v' = M^-1 f(x, v, t).
template <int S>
class ExplicitRungeKutta {
 public:
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }

  /// Advances u by one step; `table` must be explicit.
  void step(const Tableau<S>& table, State& u) {
    for (int i = 0; i < S; ++i) {
      stage_ = u;
      stage_.t += table.c[i] * h_;
      for (int j = 0; j < i; ++j) add(table.a[i][j], j, stage_);
      slope_x_[i] = stage_.v;
      problem_->force(stage_, f_);
      problem_->mass().solve(f_, slope_v_[i]);
    }
    for (int i = 0; i < S; ++i) add(table.b[i], i, u);
    u.t += h_;
  }

 private:
  void add(double weight, int j, State& u) const {
    if (weight == 0) return;
    u.x += weight * h_ * slope_x_[j];
    u.v += weight * h_ * slope_v_[j];
  }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  State stage_;
  Vec f_;
  std::array<Vec, S> slope_x_, slope_v_;
};

}  // namespace stiffbench
