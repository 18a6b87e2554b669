#pragma once

#include <limits>

namespace stiffbench {

/// The share in (0, 1] of a change after which `value` > 0 is still positive: 1 where all of the
/// change leaves it so, else the share at which it vanishes.
inline double share_above_zero(double value, double change) {
  return value + change > 0 ? 1 : value / -change;
}

}  // namespace stiffbench
