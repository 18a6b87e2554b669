#pragma once

#include <cmath>

namespace stiffbench {

/// Returns the largest fraction in (0, 1] of a change for which `value` > 0 stays positive: 1 if it
/// is still positive after the whole change, else the fraction at which it vanishes; 0 where a
/// number is NaN.
inline double share_above_zero(double value, double change) {
  if (value + change > 0) return 1;
  const double share = value / -change;
  return std::isnan(share) ? 0 : share;
}

}  // namespace stiffbench
