#pragma once

#include "harness/checks/tolerances/known_misses.hpp"

#include <string>

namespace stiffbench::tolerances {

/// Formats the title of a problem and the headings of its table of 80 columns.
std::string title_lines(const ToleranceProblem& problem);

/// Formats a check as a row of that table, in which an exclamation mark follows a number that
/// misses its bound; or as the reason why there are no numbers. The row of a name that is too long
/// for its column has a second line.
std::string row_line(const ToleranceCheck& check);

/// Formats the reasons of runs of a check that failed or were not begun, and of a slope or cost
/// that is not measured; empty if there are none.
std::string reason_lines(const ToleranceCheck& check);

/// Formats the meaning of the columns, with the bounds.
std::string legend_lines();

/// Counts of checks for the last lines and the JSON.
struct Counts {
  long stand = 0, miss = 0, not_applicable = 0, failed = 0;
  long incomplete = 0;  ///< checks that miss no bound, without a slope or without a cost
  long broken = 0;      ///< checks of methods that must stand and do not, or are out of scope
  std::array<long, names_of(Requirement{}).size()> missed = {};  ///< by requirement
  std::vector<Miss> new_misses = {}, mended_misses = {};         ///< beside the known ones

  explicit Counts(const std::vector<ToleranceCheck>& checks);
  /// True if the check fails: a process died, a method that must stand does not, or a miss is new.
  bool fails() const { return broken + failed > 0 || !new_misses.empty(); }
};

/// Formats the counts, and the names of new and of mended misses.
std::string count_lines(const Counts& counts);

}  // namespace stiffbench::tolerances
