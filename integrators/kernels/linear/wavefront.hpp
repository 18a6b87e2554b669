#pragma once

#include "integrators/kernels/linear/half_blocks.hpp"

#include <span>

namespace stiffbench {

/// The most sweeps of one call of sweep_in_turns().
inline constexpr int most_sweeps = 16;

/// Does these sweeps, most_sweeps at the most. Each adds to the vectors that the one before has
/// read: x and y change places from one to the next. Groups of rows are swept in an order in which
/// each sweep follows close behind the one before, so that the matrix comes from far away once for
/// four of them, and on thread_count() threads (base/system/threads.hpp). Every sweep goes through
/// its rows in their order, on one thread, so that the results are those of one sweep after the
/// other, digit by digit, with any number of threads.
void sweep_in_turns(const HalfBlocks& K, std::span<const BlockSweep> sweeps);

/// Does one sweep without sums, which no other one follows: every second part of the rows
/// (HalfBlocks::part_ends), and then the others, on thread_count() threads. The digits are those of
/// this order, with any number of threads.
void sweep_in_parts(const HalfBlocks& K, const BlockSweep& sweep);

}  // namespace stiffbench
