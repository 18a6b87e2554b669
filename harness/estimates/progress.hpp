#pragma once

#include "base/system/stopwatch.hpp"

#include <string>

namespace stiffbench {

/// The columns of the terminal behind stderr: as it says itself, else $COLUMNS, else 80.
int terminal_columns();

/// A line of progress in at most `columns` columns, cut at its end: a bar of which `fraction` (0 to
/// 1) is full, and the text.
std::string progress_line(double fraction, const std::string& text, int columns);

/// Shows the progress of a sweep on stderr: one line that is drawn over and over on a terminal,
/// else a line every 5 s.
class Progress {
 public:
  explicit Progress(long runs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Takes the line from the terminal, before a result is printed there.
  void erase();
  /// True when show() would draw now; what is costly to find out is not needed before.
  bool is_due() const;
  /// Draws when it is due, and when all runs are done: `done` runs are finished, `left` says for
  /// how long the rest takes, and `current` names what is under way.
  void show(long done, double fraction, const std::string& left, const std::string& current);
  /// The same, where the time left follows from the fraction.
  void show(long done, double fraction, const std::string& current);

 private:
  long runs_;
  bool terminal_;
  Stopwatch since_start_, since_drawing_;
  double first_fraction_ = 0;  // at the first drawing
  bool has_drawn_ = false;     // ever
  bool is_on_screen_ = false;  // a line that has no line break
};

/// A time (s) as on a clock: "1:05", "2:03:04".
std::string clock_text(double seconds);

}  // namespace stiffbench
