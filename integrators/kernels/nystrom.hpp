#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rows.hpp"

#include <limits>

namespace stiffbench {

/// The integrator of a row of tableaus/nystrom.hpp.
template <int S>
class Nystrom {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Nystrom() = default;
  explicit Nystrom(const NystromTableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::explicit_steps, *table_); }
  static void parameters(auto& self, auto&& parameter) {
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const { control_.check("integrator '" + facts().name + "': "); }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
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
    end_ = none;
    if (adaptive()) control_.init(problem, order_of_estimate(*table_), false);
  }

  Outcome step(State& u) {
    if (adaptive())
      return control_.advance(u, h_, [this](double size, State& next, State& error) -> Outcome {
        move(next, size, control_.repeats());
        estimate(size, error);
        return {};
      });
    move(u, h_);
    return {};
  }

 private:
  /// Advances u by one step of size h. The first stage is known from a step that ended here, or
  /// from the one that this one `repeats` with another size.
  void move(State& u, double h, bool repeats = false) {
    const bool ended_here = u.t == end_ && u.x == end_x_ && table_->last_stage_is_result();
    if (ended_here) a_[0].swap(a_[S - 1]);
    for (int i = ended_here || repeats ? 1 : 0; i < S; ++i) {
      stage_.t = u.t + table_->c[i] * h;
      stage_.x = u.x + table_->c[i] * h * u.v;
      for (int j = 0; j < i; ++j)
        if (table_->a[i][j] != 0) stage_.x += table_->a[i][j] * h * h * a_[j];
      problem_->force(stage_, f_);
      problem_->mass().solve(f_, a_[i]);
    }
    u.x += h * u.v;
    for (int i = 0; i < S; ++i) {
      u.x += table_->b_position[i] * h * h * a_[i];
      u.v += table_->b_velocity[i] * h * a_[i];
    }
    u.t += h;
    end_ = u.t;
    if (table_->last_stage_is_result()) end_x_ = u.x;
  }
  /// Writes the difference of the last step, of size h, from that of the embedded method.
  void estimate(double h, State& error) const {
    error.x.setZero(problem_->dof());
    error.v.setZero(problem_->dof());
    for (int i = 0; i < S; ++i) {
      error.x += (table_->b_position[i] - table_->embedded.b_position[i]) * h * h * a_[i];
      error.v += (table_->b_velocity[i] - table_->embedded.b_velocity[i]) * h * a_[i];
    }
  }

  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const NystromTableau<S>* table_ = nullptr;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  double end_ = none;  // of the last step (s)
  StepControl control_;
  State stage_;
  Vec end_x_, f_;
  std::array<Vec, S> a_;
};

}  // namespace stiffbench
