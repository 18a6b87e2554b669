#pragma once

#include <chrono>
#include <string>

namespace stiffbench {

/// Tells on stderr how far a sweep is: a bar that redraws itself on a terminal, plain lines now and
/// then elsewhere.
class Progress {
 public:
  explicit Progress(long runs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `fraction` of the work that has to be done is done, and `done` runs are finished.
  void show(long done, double fraction, const std::string& current);

 private:
  using Clock = std::chrono::steady_clock;
  long runs_;
  bool terminal_;
  Clock::time_point start_, shown_;
  double first_ = 0;  // the fraction that was done before
  bool drawn_ = false;
};

}  // namespace stiffbench
