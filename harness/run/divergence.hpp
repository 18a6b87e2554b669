#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// When a state counts as `diverged`:
///  - it is not finite;
///  - its max norm has grown beyond 1e8 times what the start can explain: |x0| + |v0| T + |a| T^2
///    for positions and |v0| + |a| T for velocities, with |a| the largest acceleration of the start
///    state at five times over [0, T];
///  - its energy has moved from the start's by more than 100 times what the start and the loads can
///    explain: |H(0)|, the kinetic energy of a fall over [0, T] with the start's accelerations, and
///    the work of loads along the run.
///
/// An exact motion's energy moves by no more than that sum; at 100 times, velocities are ten times
/// too large. The rule catches what saturates: a step too large for the fastest motion, whose
/// amplitude contacts or stiffening springs keep small. It also catches what no solver can see:
/// the stages of a method may be solved to the last digit and the method gain energy all the same,
/// as the implicit midpoint rule does where x+ = 2 x_mid - x leaves the valley that x_mid lies in.
///
/// The work is the sum over steps of load(t) times the move and of the change of the potential in
/// time at a fixed position. The largest sum up to now explains a gain of energy, the least a loss:
/// work that the loads got back explains nothing, else a wrong motion against them would explain
/// itself.
class DivergenceRule {
 public:
  explicit DivergenceRule(const Problem& problem);

  /// Why the state, finite or not, counts as diverged by itself, or empty.
  std::string broken(const State& u) const;
  /// Likewise by its energy; called once for every state after the start, in order.
  std::string broken_energy(const State& u, double energy);

 private:
  /// Work of the loads over the step from last_ to u (J).
  double work_of_loads(const State& u);

  const Problem& problem_;
  double largest_x_, largest_v_;
  double start_energy_, own_;  // J; own_: what the start explains
  double work_ = 0, most_work_ = 0, least_work_ = 0;
  State last_;
  Vec load_, next_load_;
};

}  // namespace stiffbench
