#pragma once

#include <compare>

namespace stiffbench {

/// One of several initial states of a run: the problem's own with perturbed positions
/// (initial_state()). Runs that differ only in the index show the spread of a chaotic motion.
struct PerturbedStart {
  long index = 1;           ///< counted from 1; the seed of the perturbation
  double perturbation = 0;  ///< largest perturbation of a position, in the position's unit

  auto operator<=>(const PerturbedStart&) const = default;
};

}  // namespace stiffbench
