#pragma once

#include "integrators/kernels/linear/half_blocks.hpp"

#include <span>

namespace stiffbench {

/// The most sweeps that follow each other in one wavefront. Four are as fast as six, on 8000
/// vertices, whose matrix fits the last cache, as on 150000, whose matrix does not.
inline constexpr int sweeps_at_once = 4;

/// Does these sweeps, sweeps_at_once at the most. Each adds to the vectors that the one before has
/// read: x and y change places from one to the next. Groups of rows are swept in an order in which
/// each sweep follows close behind the one before, so that the matrix comes from far away once for
/// all of them. The results are those of one sweep after the other, digit by digit.
void sweep_in_turns(const HalfBlocks& K, std::span<const BlockSweep> sweeps);

}  // namespace stiffbench
