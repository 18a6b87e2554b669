#pragma once

#include "base/system/stopwatch.hpp"
#include "harness/estimates/extrapolation.hpp"

#include <string>

namespace stiffbench {

/// Returns the columns of the terminal behind stderr: as reported by it, else $COLUMNS, else 80.
int terminal_columns();

/// Formats a line of progress, cut to `columns` columns: a bar filled to `fraction` (0 to 1), and
/// the text.
std::string progress_line(double fraction, const std::string& text, int columns);

/// Shows the progress of a sweep on stderr: on a terminal one line that is redrawn, else a new line
/// every 5 s.
class Progress {
 public:
  explicit Progress(long runs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Erases the line from the terminal, before a result is printed.
  void erase();
  /// Returns true if show() would draw now; callers skip costly arguments otherwise.
  bool is_due() const;
  /// Draws if due, and when all runs are done: `done` is the number of finished runs, `left` the
  /// remaining time in words, and `current` the work in progress.
  void show(long done, double fraction, const std::string& left, const std::string& current);
  /// Draws if due; the remaining time is extrapolated from the fraction.
  void show(long done, double fraction, const std::string& current);

 private:
  long runs_;
  bool terminal_;
  Stopwatch since_drawing_;
  Extrapolation extrapolation_;
  bool has_drawn_ = false;     // at least once
  bool is_on_screen_ = false;  // a line without a line break
};

/// Formats a time (s) as on a clock: "1:05", "2:03:04".
std::string clock_text(double seconds);

}  // namespace stiffbench
