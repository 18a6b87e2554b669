#pragma once

#include "base/system/threads.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

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

/// Returns the results value(first, last) of runs of the numbers 0 to count - 1, joined in order:
/// join(join(start, of the first run), of the second run) and so on. Each run has `size` numbers,
/// and the last one has the remainder. Several threads compute the results, on which their number
/// has no effect.
template <class Value, class Join>
double join_runs(long count, long size, double start, const Value& value, const Join& join) {
  constexpr long least = 2;  // runs; fewer are finished before another thread wakes up
  const long runs = (count + size - 1) / size;
  thread_local std::vector<double> memory;
  memory.resize(static_cast<std::size_t>(runs));
  double* const results = memory.data();  // of this thread
  on_ranges(runs, least, [&, results](long first, long last) {
    for (long run = first; run < last; ++run)
      results[run] = value(run * size, std::min(count, (run + 1) * size));
  });
  for (long run = 0; run < runs; ++run) start = join(start, results[run]);
  return start;
}

/// Resizes the vector to `count` and sets it to zero, on several threads.
template <class Vector>
void set_zero(Vector& all, long count) {
  all.resize(count);
  on_chunks(count, [&](long first, long size) { all.segment(first, size).setZero(); });
}

}  // namespace stiffbench
