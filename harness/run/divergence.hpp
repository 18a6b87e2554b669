#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// Decides when a state, and with it the run, counts as `diverged`. T is the end time (s), |.| the
/// max norm, |a| the largest acceleration of the initial state at eight times over [0, T]. A run
/// has diverged if one of these conditions holds:
///  - The state is not finite.
///  - The state exceeds 1e8 times the magnitude expected from the initial state: |x0| + |v0| T +
///    |a| T^2 for positions (m), |v0| + |a| T for velocities (m/s).
///  - The energy differs from the initial energy by more than 1e4 times its budget (J). The budget
///    is the sum of |H(0)|, the kinetic energy of a fall over [0, T] with the initial
///    accelerations, and the work of the loads so far. This detects motions whose amplitude is kept
///    small by contacts or stiffening springs although the step is too large for the fastest mode.
///  - The run reached its end, and its energy once exceeded the initial energy by more than 100
///    times the budget. For this condition the budget contains the signed work of the loads, taken
///    at its maximum so far. An exact motion gains the budget at most once; a factor of 100
///    corresponds to velocities ten times too large. This detects methods that gain energy although
///    every stage is solved to the last digit (integrators/kernels/NEWTON.md). Work returned to the
///    loads is excluded, because otherwise a wrong motion against the loads would justify itself.
///
/// The work of the loads over a step is load(t) times the displacement of the step, plus the change
/// of the potential in time at a fixed position. The third condition adds the absolute values of
/// both. Runs that choose their steps are observed at their checkpoints alone, between which a load
/// may rise and fall again: by how much its size at eight times over [0, T] exceeds that at the
/// ends of the step, in the mean, times the displacement, adds to both budgets.
class DivergenceRule {
 public:
  /// The rule for runs of the problem from this initial state.
  DivergenceRule(const Problem& problem, const State& start);

  /// Returns the reason why the state alone counts as diverged, or an empty string. The state need
  /// not be finite.
  std::string state_breach(const State& u) const;
  /// Returns the reason why the energy (J) of the state counts as diverged, or an empty string.
  /// Must be called once for every state after the initial one, in order.
  std::string energy_breach(const State& u, double energy);
  /// Returns the reason why a run that reached its end counts as diverged, or an empty string.
  std::string run_breach() const;

 private:
  /// Adds the work of the loads over the step from last_ to u.
  void add_work(const State& u);
  /// Returns the work (J) over this step of the part of the load that its ends do not show.
  double hidden_work(const State& u) const;

  const Problem& problem_;
  double largest_x_, largest_v_;
  double start_energy_, start_budget_;  // J; the budget without the work of the loads
  double total_work_ = 0, work_ = 0, largest_work_ = 0, largest_gain_ = 0;
  State last_;
  Vec load_, next_load_;
};

}  // namespace stiffbench
