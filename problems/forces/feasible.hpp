#pragma once

#include <limits>

namespace stiffbench {

/// The share in (0, 1] of a change up to which `value` > 0 stays positive: 1 where it is positive
/// after all of the change, else the share at which it vanishes.
inline double share_above_zero(double value, double change) {
  return value + change > 0 ? 1 : value / -change;
}

}  // namespace stiffbench
