#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// When a state counts as `diverged`:
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
class DivergenceRule {
 public:
  explicit DivergenceRule(const Problem& problem);

  /// Why the state, finite or not, counts as diverged by itself, or empty.
  std::string broken(const State& u) const;
  /// Likewise by its energy; called once for every state after the start, in order.
  std::string broken_energy(const State& u, double energy);

 private:
  /// Over the step from last_ to u.
  double work_of_loads(const State& u);

  const Problem& problem_;
  double largest_x_, largest_v_;
  double start_energy_, explained_;  // J
  State last_;
  Vec load_, next_load_;
};

}  // namespace stiffbench
