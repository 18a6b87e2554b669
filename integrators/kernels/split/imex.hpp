#pragma once

#include "integrators/kernels/split/linear_split.hpp"
#include "integrators/tableaus/imex.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/imex.hpp. The implicit part is x' = v, v' = -M^-1 K0 x, the
/// explicit one is the rest of the force, damping and load included. One factorization of M +
/// (gamma h)^2 K0 serves the whole run.
template <int S>
class Imex {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Imex() = default;
  explicit Imex(const ImexTableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::split, *table_, "IMEX"); }
  int order(const Problem&) const { return table_->order; }

  void init(const CountedProblem& problem, double h) {
    h_ = h;
    split_.init(problem);
    prepared_ = split_.factorize(table_->a_implicit[S - 1][S - 1] * h);
  }

  Outcome step(State& u) {
    if (!prepared_.ok()) return prepared_;
    for (int i = 0; i < S; ++i) {
      stage_.t = u.t + table_->c[i] * h_;
      stage_.x = u.x;
      stage_.v = u.v;
      for (int j = 0; j < i; ++j) {
        stage_.x += h_ * table_->a_implicit[i][j] * v_[j];
        stage_.v += h_ * (table_->a_explicit[i][j] * g_[j] - table_->a_implicit[i][j] * s_[j]);
      }
      if (table_->a_implicit[i][i] != 0) split_.solve(stage_.x, stage_.v);
      v_[i] = stage_.v;
      split_.evaluate(stage_, s_[i], g_[i]);
    }
    for (int i = 0; i < S; ++i) {
      u.x += h_ * table_->b[i] * v_[i];
      u.v += h_ * table_->b[i] * (g_[i] - s_[i]);
    }
    u.t += h_;
    return {};
  }

 private:
  const ImexTableau<S>* table_ = nullptr;
  double h_ = 0;
  LinearSplit split_;
  Outcome prepared_;
  State stage_;
  std::array<Vec, S> v_, s_, g_;
};

}  // namespace stiffbench
