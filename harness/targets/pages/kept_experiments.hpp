#pragma once

#include "harness/records/tables/ranking.hpp"

namespace stiffbench {

/// An experiment whose records are shipped with the program, for all its integrators, and give
/// times to errors.
struct KeptExperiment {
  Json document;                      ///< results/schema/experiment.schema.json
  std::vector<Row> rows;              ///< at least one, of problems with a race
  std::vector<std::string> measures;  ///< error measures of its figures, and outputs; at least one

  /// Name of the problem, by which pages of results are grouped.
  const std::string& problem() const { return rows.front().record.problem.name; }
};

/// Returns the experiments in a folder of small records that have times to errors, sorted by
/// problem, then by name, with the problems on which methods race (is_race()). Experiments of which
/// a target runs only some integrators are omitted, because the fastest of a subset means little.
/// Labels of problems are unique over all of them.
std::vector<KeptExperiment> kept_experiments(const std::filesystem::path& folder);

/// The smallest level of error on pages.
inline constexpr double smallest_level = 1e-8;

/// Mark of a time that is an upper bound, because it is of the method's coarsest run; else empty.
inline std::string bound_mark(const MethodTime& method) { return method.coarsest ? "†" : ""; }

/// Returns the Markdown page of each problem's experiments, by the name of the problem: times to
/// errors, orders, failures, digits of references. `command` is the command that creates the page.
std::map<std::string, std::string> experiment_pages(const std::vector<KeptExperiment>& experiments,
                                                    const std::string& command);

/// Returns the Markdown page of the fastest methods to each error, over all experiments.
std::string winners_page(const std::vector<KeptExperiment>& experiments,
                         const std::string& command);

/// Returns the part of the table of contents that links to these pages.
std::string experiments_index(const std::vector<KeptExperiment>& experiments);

}  // namespace stiffbench
