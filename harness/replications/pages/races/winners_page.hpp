#pragma once

#include "harness/records/tables/race.hpp"
#include "harness/replications/pages/archived_experiments.hpp"

#include <functional>

namespace stiffbench {

/// Explains the words and signs of leaders_table() and problem_rankings(), as a section.
extern const char* const winners_terms;

/// Returns the Markdown page of the fastest methods to each error, over all experiments. `command`
/// is the command that creates the page.
std::string winners_page(const std::vector<ArchivedExperiment>& experiments,
                         const std::string& command);

/// A problem in the experiment that runs most methods on it.
struct WidestRace {
  std::span<const Row> rows;
  std::vector<Contestant> all;
  bool is_of_today = true;  ///< false if the experiment has other runs since
};

/// Levels of error of tables that sum up many races.
inline constexpr double summary_levels[] = {0.1, 1e-3, 1e-5};

/// Returns each problem once, in the order of the experiments, which must outlive the races.
std::vector<WidestRace> widest_races(const std::vector<ArchivedExperiment>& experiments);

/// Place of the column that counts the methods: a narrow screen shows the first columns only.
enum class Contestants { first, last };

/// Lists the methods that lead to each error on every problem, in the energy norm. `link` formats a
/// problem, given a row of it.
std::string leaders_table(const std::vector<ArchivedExperiment>& experiments, Contestants place,
                          const std::function<std::string(const Row&)>& link);

/// Describes who competes on one problem and ranks the leading methods to each error, in these
/// measures.
std::string problem_rankings(std::span<const Row> rows, const std::vector<std::string>& measures);

}  // namespace stiffbench
