#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// When a state, and with it the run, counts as `diverged`:
///  - it is not finite;
///  - its max norm has grown beyond 1e8 times what the start can explain: |x0| + |v0| T + |a| T^2
///    for positions and |v0| + |a| T for velocities, with |a| the largest acceleration of the start
///    state at five times over [0, T];
///  - its energy has moved from the start's by more than 1e4 times what the start and the loads can
///    explain: |H(0)|, the kinetic energy of a fall over [0, T] with the start's accelerations, and
///    the work of loads along the run. That catches what saturates: a step too large for the
///    fastest motion, whose amplitude contacts or stiffening springs keep small.
///
/// The work is the sum over steps of what raises the energy from outside, each in absolute value:
/// load(t) times the move, and the change of the potential in time at a fixed position.
///
/// A run that came to its end counts as `diverged` where its energy has gained more than 100 times
/// what the start and the largest work of the loads up to any time explain, the work now with its
/// sign: in an exact motion it is once, and at 100 times velocities are ten times too large. What
/// the loads got back explains nothing, else a wrong motion against them would explain itself. That
/// catches what no solver sees: stages may be solved to the last digit and the method gain energy
/// all the same (integrators/kernels/NEWTON.md).
class DivergenceRule {
 public:
  explicit DivergenceRule(const Problem& problem);

  /// Why the state, finite or not, counts as diverged by itself, or empty.
  std::string broken(const State& u) const;
  /// Why the state counts as diverged by its energy, or empty; called once for every state after
  /// the start, in order.
  std::string broken_energy(const State& u, double energy);
  /// Why a run that came to its end counts as diverged, or empty.
  std::string broken_run() const;

 private:
  /// Adds the work of the loads over the step from last_ to u.
  void add_work(const State& u);

  const Problem& problem_;
  double largest_x_, largest_v_;
  double start_energy_, own_;  // J; own_: what the start explains
  double total_work_ = 0, work_ = 0, largest_work_ = 0, largest_gain_ = 0;
  State last_;
  Vec load_, next_load_;
};

}  // namespace stiffbench
