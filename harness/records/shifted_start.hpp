#pragma once

#include <compare>

namespace stiffbench {

/// One of several starts of a run: the problem's own with shifted positions (from_start()). Runs
/// that differ in the index alone show how far a chaotic motion spreads.
struct ShiftedStart {
  long index = 1;    ///< counted from 1; it is the seed of the shift
  double shift = 0;  ///< the largest that a position can be shifted by, in its own unit

  auto operator<=>(const ShiftedStart&) const = default;
};

}  // namespace stiffbench
