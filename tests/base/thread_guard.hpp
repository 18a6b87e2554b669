#pragma once

#include "base/system/threads.hpp"

#include <catch2/catch.hpp>

namespace stiffbench::test {

/// The threads of kernels as long as this lives; one again afterwards.
class ThreadGuard {
 public:
  explicit ThreadGuard(int count) { set_thread_count(count); }
  ThreadGuard(const ThreadGuard&) = delete;
  ThreadGuard& operator=(const ThreadGuard&) = delete;
  ~ThreadGuard() { set_thread_count(1); }
};

/// Compares what `work()` returns with two and three threads with what it returns with one.
template <class Work>
void with_any_threads(const Work& work) {
  const auto one = work();
  for (const int threads : {2, 3}) {
    CAPTURE(threads);
    const ThreadGuard guard(threads);
    CHECK(work() == one);
  }
}

}  // namespace stiffbench::test
