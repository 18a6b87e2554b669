#pragma once

#include <chrono>

namespace stiffbench {

/// A clock that runs from its construction on; wall-clock time in seconds.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace stiffbench
