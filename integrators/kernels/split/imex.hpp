#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/split/linear_split.hpp"
#include "integrators/tableaus/imex.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/imex.hpp. The implicit part is x' = v, v' = -M^-1 K0 x, the
/// explicit one is the rest of the force, damping and load included. One matrix, M + (gamma h)^2
/// K0, serves all steps of one size.
template <int S>
class Imex {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Imex() = default;
  explicit Imex(const ImexTableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::split, *table_, "IMEX"); }
  static void parameters(auto& self, auto&& parameter) {
    LinearSplit::parameters(self.split_, parameter);
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const {
    split_.resolve(facts().name);
    control_.check("integrator '" + facts().name + "': ");
  }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  int order(const Problem&) const { return table_->order; }

  void init(const CountedProblem& problem, double h) {
    span_ = h;
    h_ = 0;
    split_.init(problem);
    if (adaptive())
      control_.init(problem, order_of_estimate(*table_), true);
    else
      prepare(h);
  }

  Outcome step(State& u) {
    if (adaptive())
      return control_.advance(u, span_, [this](double size, State& next, State& error) {
        prepare(size);
        if (Outcome outcome = move(next); !outcome.ok()) return outcome;
        estimate(error);
        return Outcome();
      });
    return move(u);
  }

 private:
  void prepare(double h) {
    if (h == h_) return;
    h_ = h;
    prepared_ = split_.prepare(table_->a_implicit[S - 1][S - 1] * h);
  }
  /// Advances u by one step, if the outcome is ok.
  Outcome move(State& u) {
    if (!prepared_.ok()) return prepared_;
    const bool is_known = control_.repeats() && table_->a_implicit[0][0] == 0;
    for (int i = is_known ? 1 : 0; i < S; ++i) {  // the first stage is u
      stage_.t = u.t + table_->c[i] * h_;
      stage_.x = u.x;
      stage_.v = u.v;
      for (int j = 0; j < i; ++j) {
        stage_.x += h_ * table_->a_implicit[i][j] * v_[j];
        stage_.v += h_ * (table_->a_explicit[i][j] * g_[j] - table_->a_implicit[i][j] * s_[j]);
      }
      if (table_->a_implicit[i][i] != 0)
        if (Outcome outcome = split_.solve(stage_.x, stage_.v); !outcome.ok()) return outcome;
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
  /// Writes the difference of the last step from that of the embedded method.
  void estimate(State& error) const {
    error.x.setZero(v_[0].size());
    error.v.setZero(v_[0].size());
    for (int i = 0; i < S; ++i) {
      const double weight = h_ * (table_->b[i] - table_->embedded.b[i]);
      error.x += weight * v_[i];
      error.v += weight * (g_[i] - s_[i]);
    }
  }

  const ImexTableau<S>* table_ = nullptr;
  double span_ = 0, h_ = 0;  // of one call; of the steps for which the matrix is prepared
  StepControl control_;
  LinearSplit split_;
  Outcome prepared_;
  State stage_;
  std::array<Vec, S> v_, s_, g_;
};

}  // namespace stiffbench
