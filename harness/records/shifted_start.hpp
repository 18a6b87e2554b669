#pragma once

#include <compare>

namespace stiffbench {

/// One of several initial states of a run: the problem's own with perturbed positions
/// (initial_state()). Runs that differ only in the index show the spread of a chaotic motion.
struct ShiftedStart {
  long index = 1;    ///< counted from 1; the seed of the perturbation
  double shift = 0;  ///< largest perturbation of a position, in the position's unit

  auto operator<=>(const ShiftedStart&) const = default;
};

}  // namespace stiffbench
