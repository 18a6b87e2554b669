#include "base/error.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace threads_tests {

using namespace stiffbench;
using test::ThreadGuard;

namespace {

/// The threads of this process that run or wait for a core, as the kernel says (count).
long threads_awake() {
  long awake = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "stat");
    std::string line;
    std::getline(file, line);
    awake += line.compare(line.rfind(')'), 3, ") R") == 0;  // the state follows the name
  }
  return awake;
}

}  // namespace

TEST_CASE("each piece of a team's work is done once, and a kernel inside keeps to its own thread") {
  for (const int count : {1, 2, 3}) {
    const ThreadGuard guard(count);
    CHECK(thread_count() == count);
    std::array<int, 3> teams{}, inside{}, nested{};
    on_threads(count, [&](int thread, int team) {
      const auto place = static_cast<std::size_t>(thread);
      teams[place] += team;
      inside[place] = thread_count();
      on_threads(2, [&](int piece, int size) {
        if (piece == 0) nested[place] = size;
      });
    });
    for (int i = 0; i < 3; ++i) {
      const auto place = static_cast<std::size_t>(i);
      CHECK(teams[place] == (i < count ? count : 0));
      CHECK(inside[place] == (i < count ? 1 : 0));
      CHECK(nested[place] == (i >= count ? 0 : count == 1 ? 2 : 1));
    }
    CHECK(thread_count() == count);
  }
  CHECK(thread_count() == 1);
}

TEST_CASE("pieces are done at the same time") {
  const ThreadGuard guard(2);
  std::array<std::thread::id, 2> ids;
  std::atomic<bool> second = false;
  on_threads(2, [&](int thread, int) {
    ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id();
    if (thread == 1) {
      second = true;
      second.notify_one();
    } else {
      second.wait(false);
    }
  });
  CHECK(ids[0] == std::this_thread::get_id());
  CHECK(ids[1] != ids[0]);
}

TEST_CASE("no piece is lost or done twice in many short regions of changing size") {
  std::vector<long> done(4);
  long wanted = 0;
  for (int round = 0; round < 30000; ++round) {
    const int count = 2 + round % 3;
    on_threads(count, [&](int thread, int team) {
      if (team == count) done[static_cast<std::size_t>(thread)] += round;
    });
    wanted += static_cast<long>(count) * round;
  }
  CHECK(std::accumulate(done.begin(), done.end(), 0L) == wanted);
}

TEST_CASE("a thread that finds the team in use does all of its work alone") {
  std::atomic<long> alone = 0;
  on_threads(2, [&](int thread, int) {
    if (thread != 0) return;
    std::thread([&] { on_threads(2, [&](int, int team) { alone += team; }); }).join();
  });
  CHECK(alone == 1);
}

TEST_CASE("threads without work give their cores away") {
  on_threads(3, [](int, int) {});
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (threads_awake() > 1 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(1ms);
  CHECK(threads_awake() == 1);
}

TEST_CASE("of the errors of several threads the first thread's arrives") {
  const ThreadGuard guard(3);
  const auto fail = [](int thread, int) {
    if (thread > 0) throw Error("thread " + std::to_string(thread));
  };
  CHECK_THROWS_WITH(on_threads(3, fail), "thread 1");
  CHECK_NOTHROW(on_threads(3, [](int, int) {}));
}

}  // namespace threads_tests
