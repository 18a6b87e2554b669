#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Interface of problems with internal variables State::z, in addition to Problem. The force
/// depends on z, which changes only between steps, as in plastic flow.
class InternalVariables {
 public:
  virtual ~InternalVariables() = default;
  /// Returns the state after the changes that follow a step. It may change u.z alone.
  virtual State update_internal_variables(State u) const = 0;
  /// Period (s) of the clock: z changes only at its ticks, t = period, 2 period, ..., and between
  /// two ticks the equation is an ordinary one. Methods keep their order, since all of them end a
  /// step at every tick. 0 if z may change after every step: runs then do not converge to one
  /// solution as h tends to 0, no reference is certified and no order is measured.
  virtual double update_period() const = 0;
};

/// Period (s) of the problem's clock, or 0 without a clock.
double clock_period(const Problem& problem);

/// Number of clock periods until end_time(), 0 without a clock. Throws Error unless it is a whole
/// number.
long clock_ticks(const Problem& problem);

}  // namespace stiffbench
