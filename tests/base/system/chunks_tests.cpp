#include "base/system/chunks.hpp"
#include "tests/base/thread_guard.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <set>

namespace chunks_tests {

using namespace stiffbench;

TEST_CASE("chunks are the same on any number of threads, and make up the whole") {
  constexpr long count = 5 * longest_chunk + 17;
  std::mutex mutex;
  test::with_any_threads([&] {
    std::set<std::array<long, 2>> chunks;
    on_chunks(count, [&](long first, long size) {
      const std::scoped_lock lock(mutex);
      chunks.insert({first, size});
    });
    CHECK(std::ssize(chunks) == chunk_count(count));
    long next = 0;
    for (const auto& [first, size] : chunks) {
      CHECK(first == next);
      CHECK(size == (first + longest_chunk < count ? longest_chunk : 17));
      next = first + size;
    }
    CHECK(next == count);
    return chunks;
  });
  on_chunks(0, [](long, long) { FAIL("there is nothing to do"); });
}

TEST_CASE("results of chunks are joined in order, with the same digits on any number of threads") {
  constexpr long count = 1003, size = 10;
  const auto harmonic = [](long first, long last) {
    double sum = 0;
    for (; first < last; ++first) sum += 1 / (1.0 + static_cast<double>(first));
    return sum;
  };
  test::with_any_threads([&] { return reduce_chunks(count, size, 0.5, harmonic, std::plus<>()); });
  double sum = 0.5;
  for (long first = 0; first < count; first += size)
    sum += harmonic(first, std::min(count, first + size));
  CHECK(reduce_chunks(count, size, 0.5, harmonic, std::plus<>()) == sum);
  // The order matters: the last result decides.
  const auto end = [](long, long last) { return static_cast<double>(last); };
  CHECK(reduce_chunks(count, size, 0, end, [](double, double b) { return b; }) == count);
  CHECK(reduce_chunks(0, size, 7, end, std::plus<>()) == 7);
}

}  // namespace chunks_tests
