#pragma once

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {

inline constexpr long longest_piece = 4096;

/// The number of pieces that on_pieces() makes of `count` numbers.
constexpr long piece_count(long count) { return (count + longest_piece - 1) / longest_piece; }

/// Calls `work(first, size)` for pieces of the numbers 0 to count - 1, on threads. Each piece has
/// longest_piece of them, and the last one what is left: they do not depend on the threads.
template <class Work>
void on_pieces(long count, const Work& work) {
  constexpr long least = 2;  // pieces; fewer are done before a thread is awake
  on_ranges(piece_count(count), least, [&](long number, long last) {
    for (; number < last; ++number) {
      const long first = number * longest_piece;
      work(first, std::min(longest_piece, count - first));
    }
  });
}

/// Makes a vector of `count` zeros, on threads.
template <class Vector>
void set_zero(Vector& all, long count) {
  all.resize(count);
  on_pieces(count, [&](long first, long size) { all.segment(first, size).setZero(); });
}

}  // namespace stiffbench
