#pragma once

#include "harness/records/tables/race.hpp"

namespace stiffbench {

/// An experiment whose records come with the program, of all its integrators, and say which times
/// lead to which errors.
struct KeptExperiment {
  Json document;                      ///< results/schema/experiment.schema.json
  std::vector<Row> rows;              ///< at least one, of problems on which methods race
  std::vector<std::string> measures;  ///< of the error: of its figures, and outputs; one or more

  /// The name of the problem, by which pages of results are grouped.
  const std::string& problem() const { return rows.front().record.problem.name; }
};

/// The experiments in a folder of small records that have times to errors, sorted by problem, then
/// by name, with the problems on which methods race (is_race()). Experiments of which a target has
/// run some integrators only are left out: to be the fastest of some means little. No two problems
/// of them have the same label.
std::vector<KeptExperiment> kept_experiments(const std::filesystem::path& folder);

/// The rankings of one problem down to 1e-8, the smallest level that pages show.
std::vector<Ranking> shown_rankings(std::span<const Row> of_problem, const std::string& measure);

/// The mark of an entry whose time is an upper bound, since it is the method's coarsest run; empty
/// for others.
inline std::string bound_mark(const Ranking::Entry& entry) { return entry.coarsest ? "†" : ""; }

/// The page of each problem's experiments in Markdown, by the name of the problem: times to errors,
/// orders, failures, digits of references. `command` made it.
std::map<std::string, std::string> experiment_pages(const std::vector<KeptExperiment>& experiments,
                                                    const std::string& command);

/// The page of the fastest methods to each error, over all experiments, in Markdown.
std::string winners_page(const std::vector<KeptExperiment>& experiments,
                         const std::string& command);

/// The part of the table of contents that leads to these pages.
std::string experiments_index(const std::vector<KeptExperiment>& experiments);

}  // namespace stiffbench
