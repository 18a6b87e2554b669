#pragma once

#include "harness/records/tables/ranking.hpp"

#include <map>

namespace stiffbench {

/// Options of times_to_errors().
struct TimeToErrorOptions {
  std::vector<double> levels = {0.1, 0.01, 0.001};  ///< relative errors, in (0, 1)
  std::string measure = "energy_norm";              ///< see error_measure.hpp
};

/// A row of a paper's table: its times on one problem.
struct PaperTimes {
  struct Run {
    std::string method;  ///< in the paper's words
    std::optional<double> h;
    double time, ratio;  ///< ratio: to the shortest time of the row
  };
  std::string doi, table, row, title;
  std::vector<std::string> remarks;
  std::optional<double> level;      ///< nothing if the paper names none
  std::map<std::string, Run> runs;  ///< by our integrators
};

/// Table of the times in which methods reach errors, problem by problem.
struct TimesToErrors {
  struct OfProblem {
    std::span<const Row> rows;
    std::optional<double> digits, floor;  ///< of the reference
    std::vector<Ranking> levels;
    std::vector<PaperTimes> papers = {};

    /// Returns the paper's run that is printed beside a method at a level, or null.
    const PaperTimes::Run* paper_run(double level, const MethodTime& method) const;
  };
  std::string measure;
  std::vector<OfProblem> problems;
  std::optional<std::vector<std::string>> remarks = {};  ///< of a paper's table, if there is one
};

/// Returns true if a table of times to an error has an entry for these rows: at least one run was
/// timed and compared with a reference.
bool has_times_to_errors(const std::vector<Row>& rows);

/// Ranks the methods of every problem. The rows must be in the order of make_rows() and outlive the
/// table.
TimesToErrors times_to_errors(const std::vector<Row>& rows, const TimeToErrorOptions& options);

/// Adds the times of a paper's table (results/schema/paper_table.schema.json) to its problems and
/// methods, at the paper's level or at all levels if the paper names none.
void add_paper(TimesToErrors& table, const Json& paper);

/// Converts the table to {"measure", "problems": [{"problem", "name", "parameters", "dof",
/// "digits", "floor", "levels": [to_json(Ranking)]}]}. Problems, methods and table have an entry
/// "paper" or "remarks" where a paper was added.
Json to_json(const TimesToErrors& table);

}  // namespace stiffbench
