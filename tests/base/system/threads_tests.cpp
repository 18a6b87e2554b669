#include "base/error.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <set>
#include <thread>

using namespace stiffbench;
using test::ThreadGuard;

TEST_CASE("work is done once on each thread of a team, and a kernel inside keeps to its own") {
  for (const int count : {1, 2, 3}) {
    const ThreadGuard guard(count);
    CHECK(thread_count() == count);
    std::array<std::thread::id, 3> ids;
    std::array<int, 3> teams{}, inside{};
    on_threads(count, [&](int thread, int team) {
      const auto place = static_cast<std::size_t>(thread);
      ids[place] = std::this_thread::get_id();
      teams[place] = team;
      inside[place] = thread_count();
    });
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(teams[i] == (static_cast<int>(i) < count ? count : 0));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) CHECK(inside[i] == 1);
    CHECK(std::set(ids.begin(), ids.begin() + count).size() == static_cast<std::size_t>(count));
  }
  CHECK(thread_count() == 1);
}

TEST_CASE("of the errors of several threads the first thread's arrives") {
  const ThreadGuard guard(3);
  CHECK_THROWS_WITH(on_threads(3,
                               [](int thread, int) {
                                 if (thread > 0) throw Error("thread " + std::to_string(thread));
                               }),
                    "thread 1");
}
