#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

struct TimeToErrorOptions {
  std::vector<double> levels = {0.1, 0.01, 0.001};  ///< relative errors, in (0, 1)
  /// position, velocity (both relative, Euclidean), position_and_velocity (the larger of the two),
  /// energy_norm, or the name of an output that the records were judged by: its distance from the
  /// reference's, relative to that.
  std::string measure = "energy_norm";
};

/// The measures of states among those that TimeToErrorOptions takes.
std::vector<std::string> error_measure_names();

/// A run's error in a measure, relative; nothing where it is not known.
std::optional<double> error_of(const RunError& error, const std::string& measure);
/// The reference's own error in a measure, relative; nothing of a closed form.
std::optional<double> floor_of(const RunError& error, const std::string& measure);

/// Fills Row::cheapest_at for the default options. Rows are in the order of make_rows().
void mark_cheapest(std::vector<Row>& rows);

/// For each problem, level and method of these rows the cheapest run whose error is at most the
/// level, and its time in units of the best method's. A run counts only if every finer run of the
/// method that ended meets the level too: one that hits it by chance does not. (Runs that were
/// stopped, by time or memory, say nothing against a coarser one.) The result:
///   {"measure", "problems": [{"problem", "name", "parameters", "dof", "digits", "floor",
///     "levels": [{"level", "methods": [{"method", "integrator", "status", "note",
///       "h", "tolerance", "count", "error", "time", "ratio", "coarsest"}]}]}]}
/// status: reached; not_reached, unfinished (no run ended well), not_timed, not_judged (no
/// reference) and unknown (the reference is no better than the level), with a note. coarsest: no
/// run of the method had a larger step, so that the largest step may be larger. Methods stand in
/// order of time. Rows are in the order of make_rows().
Json time_to_error(const std::vector<Row>& rows, const TimeToErrorOptions& options);

/// Adds what a paper measured (a document of results/schema/paper_table.schema.json): "paper" to
/// the problems and methods that it speaks of, with its ratios and our remarks, at the level that
/// it allows, or at all where it does not say one.
void add_paper(Json& table, const Json& paper);

}  // namespace stiffbench
