#include "base/system/pieces.hpp"
#include "tests/base/thread_guard.hpp"

#include <array>
#include <mutex>
#include <set>

namespace pieces_tests {

using namespace stiffbench;

TEST_CASE("pieces are the same on any number of threads, and make up the whole") {
  constexpr long count = 5 * longest_piece + 17;
  std::mutex mutex;
  test::with_any_threads([&] {
    std::set<std::array<long, 2>> pieces;
    on_pieces(count, [&](long first, long size) {
      const std::scoped_lock lock(mutex);
      pieces.insert({first, size});
    });
    CHECK(std::ssize(pieces) == piece_count(count));
    long next = 0;
    for (const auto& [first, size] : pieces) {
      CHECK(first == next);
      CHECK(size == (first + longest_piece < count ? longest_piece : 17));
      next = first + size;
    }
    CHECK(next == count);
    return pieces;
  });
  on_pieces(0, [](long, long) { FAIL("there is nothing to do"); });
}

}  // namespace pieces_tests
