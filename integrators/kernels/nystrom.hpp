#pragma once

#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/nystrom.hpp.
template <int S>
class Nystrom {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Nystrom() = default;
  explicit Nystrom(const NystromTableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::explicit_steps, *table_); }
  int order(const Problem&) const { return table_->order; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? "the force depends on v: stages of this Runge-Kutta-Nystroem method "
                               "have no velocities"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    stage_.v.setZero(problem.dof());  // the force does not depend on it
    is_first_ = true;
  }

  Outcome step(State& u) {
    const bool shares = !is_first_ && table_->last_stage_is_result();
    if (shares) a_[0].swap(a_[S - 1]);
    for (int i = shares ? 1 : 0; i < S; ++i) {
      stage_.t = u.t + table_->c[i] * h_;
      stage_.x = u.x + table_->c[i] * h_ * u.v;
      for (int j = 0; j < i; ++j)
        if (table_->a[i][j] != 0) stage_.x += table_->a[i][j] * h_ * h_ * a_[j];
      problem_->force(stage_, f_);
      problem_->mass().solve(f_, a_[i]);
    }
    is_first_ = false;
    u.x += h_ * u.v;
    for (int i = 0; i < S; ++i) {
      u.x += table_->b_position[i] * h_ * h_ * a_[i];
      u.v += table_->b_velocity[i] * h_ * a_[i];
    }
    u.t += h_;
    return {};
  }

 private:
  const NystromTableau<S>* table_ = nullptr;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
  State stage_;
  Vec f_;
  std::array<Vec, S> a_;
};

}  // namespace stiffbench
