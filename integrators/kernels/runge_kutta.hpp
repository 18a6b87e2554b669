#pragma once

#include "base/system/chunks.hpp"
#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/newton/stage_equation.hpp"
#include "integrators/tableaus/runge_kutta.hpp"
#include "problems/contract/counted_problem.hpp"

namespace stiffbench {

/// The loop that runs explicit and diagonally implicit tables on x' = v, v' = M^-1 f(x, v, t).
template <int S>
class RungeKutta {
  using Index = Eigen::Index;

 public:
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    has_last_ = false;
  }
  /// Sets the size of the following steps (s).
  void resize(double h) { h_ = h; }

  /// Advances u by one step of an explicit table. Where the last stage is the result, it is the
  /// first stage of the next step, too, and its force is evaluated once. A step that `repeats` one
  /// of another size has its first stage.
  void step(const Tableau<S>& table, State& u, bool repeats = false) {
    if (begins_where_last_ended(u)) {
      slope_x_[0].swap(slope_x_[S - 1]);
      slope_v_[0].swap(slope_v_[S - 1]);
    } else if (!repeats) {
      explicit_stage(table, 0, u);
    }
    for (int i = 1; i < S; ++i) explicit_stage(table, i, u);
    has_last_ = S > 1 && table.stiffly_accurate() && !problem_->lags();
    finish(table, u);
    if (has_last_) stage_.t = u.t;
  }

  /// Advances u by one step; stages with a_ii = 0 are explicit, and newton.solve(StageEquation, u,
  /// a) solves the others. u moves only when the outcome is ok. An explicit first stage is the last
  /// one of the step before where that was the result, and that of the step that this one
  /// `repeats`.
  Outcome step(const Tableau<S>& table, State& u, auto& newton, bool repeats = false) {
    const bool is_explicit = table.a[0][0] == 0;
    const bool ended_here = is_explicit && begins_where_last_ended(u);
    if (ended_here) {
      slope_x_[0] = slope_x_[S - 1];
      slope_v_[0] = slope_v_[S - 1];
    }
    has_last_ = false;
    stage_ = u;
    for (int i = ended_here || (is_explicit && repeats) ? 1 : 0; i < S; ++i) {
      if (table.a[i][i] == 0) {
        explicit_stage(table, i, u);
        continue;
      }
      const double d = table.a[i][i] * h_;
      start_stage(table, i, u, equation_.x0, equation_.v0);
      equation_.t = u.t + table.c[i] * h_;
      equation_.x0 += d * equation_.v0;
      equation_.velocity = d;
      equation_.position = d * d;
      equation_.number = i;
      if (auto outcome = newton.solve(equation_, stage_, slope_v_[i]); !outcome.ok())
        return outcome;
      slope_x_[i] = stage_.v;
    }
    if (table.stiffly_accurate()) {
      const double t = u.t + h_;
      u = stage_;
      u.t = stage_.t = t;
      has_last_ = S > 1 && !problem_->lags();
    } else {
      finish(table, u);
    }
    return {};
  }

  /// Writes the difference of the last step from that of the embedded method.
  void error(const Tableau<S>& table, State& error) const {
    std::array<double, S> weights;
    for (int i = 0; i < S; ++i) weights[i] = table.b[i] - table.embedded.b[i];
    error.x.setZero(stage_.x.size());
    error.v.setZero(stage_.v.size());
    on_chunks(error.x.size(), [&](Index first, Index size) {
      sum(error, weights, S, first, size, error.x, error.v);
    });
  }

 private:
  bool begins_where_last_ended(const State& u) const {
    return has_last_ && u.t == stage_.t && u.x == stage_.x && u.v == stage_.v;
  }
  // Vectors are summed on threads, in chunks that stay in the cache.
  void start_stage(const Tableau<S>& table, int i, const State& u, Vec& x, Vec& v) const {
    x.resize(u.x.size());
    v.resize(u.v.size());
    on_chunks(u.x.size(),
              [&](Index first, Index size) { sum(u, table.a[i], i, first, size, x, v); });
  }
  void explicit_stage(const Tableau<S>& table, int i, const State& u) {
    start_stage(table, i, u, stage_.x, stage_.v);
    stage_.t = u.t + table.c[i] * h_;
    slope_x_[i].resize(u.v.size());
    on_chunks(u.v.size(), [&](Index first, Index size) {
      slope_x_[i].segment(first, size) = stage_.v.segment(first, size);
    });
    problem_->force(stage_, f_);
    problem_->mass().solve(f_, slope_v_[i]);
  }
  void finish(const Tableau<S>& table, State& u) const {
    on_chunks(u.x.size(),
              [&](Index first, Index size) { sum(u, table.b, S, first, size, u.x, u.v); });
    u.t += h_;
  }
  /// Writes the numbers of u + h sum_j weights[j] F_j over the first `slopes` slopes, from number
  /// `first` on. x and v may be those of u.
  void sum(const State& u, const std::array<double, S>& weights, int slopes, Index first,
           Index size, Vec& x, Vec& v) const {
    constexpr Index shortest_pass = 16;  // numbers; for fewer, a pass per slope is mostly overhead
    if (size < shortest_pass) return sum_each(u, weights, slopes, first, size, x, v);
    if (&x != &u.x) {
      x.segment(first, size) = u.x.segment(first, size);
      v.segment(first, size) = u.v.segment(first, size);
    }
    for (int j = 0; j < slopes; ++j) {
      if (weights[j] == 0) continue;
      x.segment(first, size) += weights[j] * h_ * slope_x_[j].segment(first, size);
      v.segment(first, size) += weights[j] * h_ * slope_v_[j].segment(first, size);
    }
  }
  void sum_each(const State& u, const std::array<double, S>& weights, int slopes, Index first,
                Index size, Vec& x, Vec& v) const {
    for (Index k = first; k < first + size; ++k) {
      double sum_x = u.x[k], sum_v = u.v[k];
      for (int j = 0; j < slopes; ++j) {
        if (weights[j] == 0) continue;
        sum_x += weights[j] * h_ * slope_x_[j][k];
        sum_v += weights[j] * h_ * slope_v_[j][k];
      }
      x[k] = sum_x;
      v[k] = sum_v;
    }
  }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  State stage_;
  StageEquation equation_;
  Vec f_;
  std::array<Vec, S> slope_x_, slope_v_;
  bool has_last_ = false;  // the last slope is that of the result
};

}  // namespace stiffbench
