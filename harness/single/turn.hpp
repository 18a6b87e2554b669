#pragma once

#include <mutex>

namespace stiffbench {

/// The turn of a thread to use the harness, for programs in other languages. One thread of the
/// process has it at a time, the others wait. Kernels then have one thread, so that the process may
/// fork. A turn inside a turn is an Error, because it would wait for itself: a method that runs
/// something takes no steps.
class HarnessTurn {
 public:
  HarnessTurn();
  ~HarnessTurn();
  HarnessTurn(const HarnessTurn&) = delete;
  HarnessTurn& operator=(const HarnessTurn&) = delete;

  /// Returns true if the calling thread has its turn. Children that it forks have it, too.
  static bool is_here();

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace stiffbench
