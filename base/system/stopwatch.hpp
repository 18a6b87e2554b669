#pragma once

#include <chrono>

namespace stiffbench {

/// Measures the wall-clock time since its construction (s).
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace stiffbench
