#pragma once

#include <limits>

namespace stiffbench {

/// Returns the largest fraction in (0, 1] of a change for which `value` > 0 stays positive: 1 if it
/// is still positive after the whole change, else the fraction at which it vanishes.
inline double share_above_zero(double value, double change) {
  return value + change > 0 ? 1 : value / -change;
}

}  // namespace stiffbench
