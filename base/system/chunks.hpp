#pragma once

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {

inline constexpr long longest_chunk = 4096;

/// Returns the number of chunks into which on_chunks() divides `count` numbers.
constexpr long chunk_count(long count) { return (count + longest_chunk - 1) / longest_chunk; }

/// Calls `work(first, size)` for chunks of the numbers 0 to count - 1, on several threads. Each
/// chunk has longest_chunk numbers, and the last one has the remainder. The chunks do not depend on
/// the number of threads.
template <class Work>
void on_chunks(long count, const Work& work) {
  constexpr long least = 2;  // chunks; fewer are finished before another thread wakes up
  on_ranges(chunk_count(count), least, [&](long number, long last) {
    for (; number < last; ++number) {
      const long first = number * longest_chunk;
      work(first, std::min(longest_chunk, count - first));
    }
  });
}

/// Resizes the vector to `count` and sets it to zero, on several threads.
template <class Vector>
void set_zero(Vector& all, long count) {
  all.resize(count);
  on_chunks(count, [&](long first, long size) { all.segment(first, size).setZero(); });
}

}  // namespace stiffbench
