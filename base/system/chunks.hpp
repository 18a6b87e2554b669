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
  if (0 < count && count <= longest_chunk) return work(0L, count);  // the chunk of a short vector
  constexpr long least = 2;  // chunks; fewer are finished before another thread wakes up
  on_ranges(chunk_count(count), least, [&](long number, long last) {
    for (; number < last; ++number) {
      const long first = number * longest_chunk;
      work(first, std::min(longest_chunk, count - first));
    }
  });
}

/// Returns the results value(first, last) for chunks of the numbers 0 to count - 1, joined in
/// order: join(join(start, of the first chunk), of the second chunk) and so on. Each chunk has
/// `size` numbers, and the last one has the remainder. `value` is called on several threads, and
/// must not call reduce_chunks() itself. The result does not depend on the number of threads.
template <class Value, class Join>
double reduce_chunks(long count, long size, double start, const Value& value, const Join& join) {
  constexpr long least = 2;  // chunks; fewer are finished before another thread wakes up
  const long chunks = (count + size - 1) / size;
  thread_local std::vector<double> memory;
  memory.resize(static_cast<std::size_t>(chunks));
  double* const results = memory.data();  // of the caller; other threads have a memory of their own
  on_ranges(chunks, least, [&, results](long first, long last) {
    for (long chunk = first; chunk < last; ++chunk)
      results[chunk] = value(chunk * size, std::min(count, (chunk + 1) * size));
  });
  for (long chunk = 0; chunk < chunks; ++chunk) start = join(start, results[chunk]);
  return start;
}

/// Resizes the vector to `count` and sets it to zero, on several threads.
template <class Vector>
void set_zero(Vector& all, long count) {
  all.resize(count);
  on_chunks(count, [&](long first, long size) { all.segment(first, size).setZero(); });
}

}  // namespace stiffbench
