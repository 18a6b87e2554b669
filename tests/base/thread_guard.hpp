#pragma once

#include "base/system/threads.hpp"

namespace stiffbench::test {

/// The threads of kernels as long as this lives; one again afterwards.
class ThreadGuard {
 public:
  explicit ThreadGuard(int count) { set_thread_count(count); }
  ThreadGuard(const ThreadGuard&) = delete;
  ThreadGuard& operator=(const ThreadGuard&) = delete;
  ~ThreadGuard() { set_thread_count(1); }
};

}  // namespace stiffbench::test
