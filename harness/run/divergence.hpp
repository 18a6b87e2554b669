#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// Decides when a state, and with it the run, counts as `diverged`. T is the end time (s), |.| the
/// max norm, |a| the largest acceleration of the start state at five times over [0, T]. One of
/// these must hold:
///  - The state is not finite.
///  - The state is larger than 1e8 times what the start explains: |x0| + |v0| T + |a| T^2 for
///    positions (m), |v0| + |a| T for velocities (m/s).
///  - The energy has moved from the start's by more than 1e4 times its budget (J). The budget is
///    the sum of |H(0)|, of the kinetic energy of a fall over [0, T] with the start's
///    accelerations, and of the loads' work so far. This catches motions whose amplitude contacts
///    or stiffening springs keep small although the step is too large for the fastest mode.
///  - The run has come to its end, and its energy once exceeded the start's by more than 100 times
///    the budget. Here the budget has the loads' work with its sign, and of that the largest value
///    up to any time. An exact motion gains the budget at most once; 100 times mean velocities ten
///    times too large. This catches methods that gain energy although every stage is solved to the
///    last digit (integrators/kernels/NEWTON.md). Work that the loads got back does not count, else
///    a wrong motion against the loads would explain itself.
///
/// The loads' work over a step is load(t) times the displacement of the step, plus the change of
/// the potential in time at a fixed position. The third rule adds the absolute values of both.
class DivergenceRule {
 public:
  explicit DivergenceRule(const Problem& problem);

  /// Why the state by itself counts as diverged, or empty. The state need not be finite.
  std::string state_breach(const State& u) const;
  /// Why the state counts as diverged by its energy (J), or empty. It must be called once for every
  /// state after the start, in order.
  std::string energy_breach(const State& u, double energy);
  /// Why a run that has come to its end counts as diverged, or empty.
  std::string run_breach() const;

 private:
  /// Adds the work of the loads over the step from last_ to u.
  void add_work(const State& u);

  const Problem& problem_;
  double largest_x_, largest_v_;
  double start_energy_, start_budget_;  // J; the budget without the work of the loads
  double total_work_ = 0, work_ = 0, largest_work_ = 0, largest_gain_ = 0;
  State last_;
  Vec load_, next_load_;
};

}  // namespace stiffbench
