#pragma once

#include "integrators/kernels/linear/half_blocks.hpp"

#include <span>

namespace stiffbench {

/// The largest number of sweeps in one call of sweep_in_turns().
inline constexpr int most_sweeps = 16;

/// Performs these sweeps, at most most_sweeps. Each sweep adds to the vectors that the previous one
/// has read: x and y alternate. Groups of rows are swept in an order in which each sweep follows
/// closely behind the previous one, so that the matrix is loaded from memory once for four of them.
/// The sweeps run on thread_count() threads (base/system/threads.hpp). Each sweep processes its
/// rows in order, on one thread, so the results are, digit by digit, those of one sweep after the
/// other, with any number of threads.
void sweep_in_turns(const HalfBlocks& K, std::span<const BlockSweep> sweeps);

/// Performs one sweep without sums that no other sweep follows: first every second part of the rows
/// (HalfBlocks::part_ends), then the others, on thread_count() threads. The digits are those of
/// this order, with any number of threads.
void sweep_in_parts(const HalfBlocks& K, const BlockSweep& sweep);

}  // namespace stiffbench
