#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems with infeasible states, in addition to Problem: their potential is
/// infinite where a body penetrates another or an element is inverted.
class FeasibleSteps {
 public:
  virtual ~FeasibleSteps() = default;
  /// Returns the largest fraction in (0, 1] of the move dx from x that is feasible; 0 if
  /// dx has NaN.
  virtual double feasible_step(const Vec& x, const Vec& dx) const = 0;
};

}  // namespace stiffbench
