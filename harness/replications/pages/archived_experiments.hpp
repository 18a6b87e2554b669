#pragma once

#include "harness/records/tables/ranking.hpp"

namespace stiffbench {

/// An experiment whose records are shipped with the program, for all its integrators, and give
/// times to errors.
struct ArchivedExperiment {
  Json document;                      ///< results/schema/experiment.schema.json
  std::vector<Row> rows;              ///< at least one, of problems with a race
  std::vector<std::string> measures;  ///< error measures of its figures, and outputs; at least one
  std::string changes = {};           ///< of the experiment since (changes_since()); empty: none

  /// Returns the names of the problems, each once, in the order of the rows. Each has a page of
  /// results of its own.
  std::vector<std::string> problems() const;
  /// Returns the rows of a problem, with all its parameters.
  std::vector<Row> rows_on(const std::string& problem) const;
};

/// Returns the experiments in a folder of small records that have times to errors, sorted by
/// their first problem, then by name, with the problems on which methods race (is_race()).
/// Experiments of which a replication runs only some integrators are omitted, because the fastest
/// of a subset means little. Labels of problems are unique over all of them.
std::vector<ArchivedExperiment> archived_experiments(const std::filesystem::path& folder);

/// Returns the experiments that archived_experiments() omits because they compare settings and not
/// methods: runs are tuned, and each integrator has two entries or more.
std::vector<ArchivedExperiment> archived_comparisons_of_settings(
    const std::filesystem::path& folder);

/// Returns the error measures in the experiment's figures, the energy norm first, and the outputs
/// that are compared with the reference.
std::vector<std::string> measures_of(const Json& experiment, const std::vector<Row>& rows);

/// Returns true if a run has an error in this measure.
bool has_error(std::span<const Row> rows, const std::string& measure);

/// Returns true if a search chose the settings of the run.
bool is_tuned(const Row& row);
bool has_tuned_runs(const std::vector<ArchivedExperiment>& experiments);

/// Returns the rows of the problems with a race.
std::vector<Row> rows_of_races(std::vector<Row> rows);

/// The smallest level of error on pages.
inline constexpr double smallest_level = 1e-8;

/// Mark of a time that is an upper bound, because it is of the method's coarsest run; else empty.
inline std::string bound_mark(const MethodTime& method) { return method.coarsest ? "†" : ""; }
/// Returns the method as it stands in a table's cell, marked if its time is an upper bound.
std::string marked_name(const MethodTime& method);
/// Returns the fastest method, in bold if its lead is clear, or the ones that draw.
std::string leaders_text(const Ranking& ranking);

/// Returns the changes of the experiment behind a space and their mark, or an empty string.
inline std::string changes_text(const ArchivedExperiment& experiment) {
  return experiment.changes.empty() ? "" : " ‡ " + experiment.changes;
}

/// Returns the part of the table of contents that links to the pages of these experiments.
std::string experiments_index(const std::vector<ArchivedExperiment>& experiments, bool are_tuned);

}  // namespace stiffbench
