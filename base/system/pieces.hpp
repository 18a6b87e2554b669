#pragma once

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {

inline constexpr long longest_piece = 4096;

/// Returns the number of pieces into which on_pieces() divides `count` numbers.
constexpr long piece_count(long count) { return (count + longest_piece - 1) / longest_piece; }

/// Calls `work(first, size)` for pieces of the numbers 0 to count - 1, on several threads. Each
/// piece has longest_piece numbers, and the last one has the remainder. The pieces do not depend on
/// the number of threads.
template <class Work>
void on_pieces(long count, const Work& work) {
  constexpr long least = 2;  // pieces; fewer are finished before another thread wakes up
  on_ranges(piece_count(count), least, [&](long number, long last) {
    for (; number < last; ++number) {
      const long first = number * longest_piece;
      work(first, std::min(longest_piece, count - first));
    }
  });
}

/// Resizes the vector to `count` and sets it to zero, on several threads.
template <class Vector>
void set_zero(Vector& all, long count) {
  all.resize(count);
  on_pieces(count, [&](long first, long size) { all.segment(first, size).setZero(); });
}

}  // namespace stiffbench
