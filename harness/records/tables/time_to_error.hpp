#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Options of time_to_error().
struct TimeToErrorOptions {
  std::vector<double> levels = {0.1, 0.01, 0.001};  ///< relative errors, in (0, 1)
  /// Measure of the relative error: position, velocity (both in the L2 norm), position_and_velocity
  /// (the larger of the two), energy_norm, or the name of an output that the reference also has.
  std::string measure = "energy_norm";
};

/// The measures of TimeToErrorOptions that compare states.
std::vector<std::string> error_measure_names();

/// Describes a measure of TimeToErrorOptions in words: "relative error in the energy norm".
std::string words_of_measure(const std::string& measure);

/// Returns the relative error of a run in a measure, or nothing if it is unknown.
std::optional<double> error_of(const RunError& error, const std::string& measure);
/// Returns the relative error of the reference in a measure; nothing for a closed form.
std::optional<double> floor_of(const RunError& error, const std::string& measure);

/// Returns true if a table of times to an error has an entry for these rows: at least one run was
/// timed and compared with a reference.
bool has_times_to_errors(const std::vector<Row>& rows);

/// Sets Row::cheapest_at for the default options. The rows must be in the order of make_rows().
void mark_cheapest(std::vector<Row>& rows);

/// Tabulates times to errors: for each problem, level and method, the cheapest run whose error is
/// at most the level, and its time relative to that of the best method. Every finer run of the
/// method must reach the level too, which excludes runs that reach it by chance; runs stopped by
/// limits of time or memory are ignored. The rows must be in the order of make_rows().
///   {"measure", "problems": [{"problem", "name", "parameters", "dof", "digits", "floor",
///     "levels": [{"level", "lead", "methods": [{"method", "integrator", "status", "note",
///       "h", "tolerance", "count", "error", "time", "ratio", "coarsest"}]}]}]}
/// `status` is "reached", or, with a note, one of not_reached, unfinished (no run ended well),
/// not_timed, not_judged (no reference) and unknown (the reference's own error exceeds the level).
/// `coarsest` is true if no run of the method had a larger step, so that an even larger step may
/// reach the level. `lead` is the Lead of the fastest method; it is null if no method reaches the
/// level or the methods do not race. Methods are sorted by time.
Json time_to_error(const std::vector<Row>& rows, const TimeToErrorOptions& options);

/// Adds the times of a paper's table (results/schema/paper_table.schema.json). The paper's problems
/// and methods get an entry "paper" with its ratios and our remarks, at the paper's level or at all
/// levels if the paper names none.
void add_paper(Json& table, const Json& paper);

}  // namespace stiffbench
