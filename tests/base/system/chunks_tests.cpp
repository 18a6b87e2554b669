#include "base/system/chunks.hpp"
#include "tests/base/thread_guard.hpp"

#include <array>
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

}  // namespace chunks_tests
