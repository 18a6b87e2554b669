#pragma once

#include <chrono>
#include <string>

namespace stiffbench {

/// Shows the progress of a sweep on stderr: a bar on a terminal, else a line every 5 s.
class Progress {
 public:
  explicit Progress(long runs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws the bar or line when it is due: `fraction` (0 to 1) of the work is done, `done` runs are
  /// finished, and `current` names what is under way.
  void show(long done, double fraction, const std::string& current);

 private:
  using Clock = std::chrono::steady_clock;
  long runs_;
  bool terminal_;
  Clock::time_point start_, last_drawing_;
  double first_fraction_ = 0;  // at the first drawing
  bool has_drawn_ = false;
};

}  // namespace stiffbench
