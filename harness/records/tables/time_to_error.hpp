#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Options of time_to_error().
struct TimeToErrorOptions {
  std::vector<double> levels = {0.1, 0.01, 0.001};  ///< relative errors, in (0, 1)
  /// Measure of the error, relative: position, velocity (both in the L2 norm),
  /// position_and_velocity (the larger of the two), energy_norm, or the name of an output that the
  /// reference has too.
  std::string measure = "energy_norm";
};

/// The measures of TimeToErrorOptions that compare states.
std::vector<std::string> error_measure_names();

/// A measure of TimeToErrorOptions in words: "relative error in the energy norm".
std::string words_of_measure(const std::string& measure);

/// The relative error of a run in a measure, or nothing if it is unknown.
std::optional<double> error_of(const RunError& error, const std::string& measure);
/// The relative error of the reference in a measure; nothing for a closed form.
std::optional<double> floor_of(const RunError& error, const std::string& measure);

/// True if a table of times to an error has an entry for these rows: some run was timed, and
/// compared with a reference.
bool has_times_to_errors(const std::vector<Row>& rows);

/// Fills Row::cheapest_at for the default options. Rows must be in the order of make_rows().
void mark_cheapest(std::vector<Row>& rows);

/// Table of times to an error: for each problem, level and method of these rows the cheapest run
/// whose error is at most the level, and its time in units of the best method's. A run that reaches
/// the level by chance does not count: every finer run of the method must reach it too, except runs
/// that the limits of time or memory stopped. Rows must be in the order of make_rows().
///   {"measure", "problems": [{"problem", "name", "parameters", "dof", "digits", "floor",
///     "levels": [{"level", "lead", "methods": [{"method", "integrator", "status", "note",
///       "h", "tolerance", "count", "error", "time", "ratio", "coarsest"}]}]}]}
/// `status` is reached, or, with a note, one of not_reached, unfinished (no run ended well),
/// not_timed, not_judged (no reference) and unknown (the reference's own error exceeds the level).
/// `coarsest` says that no run of the method had a larger step, so that an even larger step may
/// reach the level. `lead` says how the fastest method leads (Lead); it is null where none
/// reaches the level, and where methods do not race. Methods are sorted by time.
Json time_to_error(const std::vector<Row>& rows, const TimeToErrorOptions& options);

/// Adds the times of a paper's table (results/schema/paper_table.schema.json). The paper's problems
/// and methods get an entry "paper" with its ratios and our remarks. It stands at the paper's
/// level, or at all levels where the paper names none.
void add_paper(Json& table, const Json& paper);

}  // namespace stiffbench
