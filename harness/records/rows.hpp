#pragma once

#include "harness/records/record.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiffbench {

/// Lead of the fastest method to an error: clear if every other method takes more than 10% longer,
/// draw if one does not, alone if no other method reaches the error.
enum class Lead { clear, draw, alone };
constexpr auto names_of(Lead) { return std::array{"clear", "draw", "alone"}; }

/// Rank of a run that is the fastest of its method to a level of error; 1 is the fastest of all.
struct Rank {
  double level;  ///< a power of ten, relative
  int rank;
  double ratio;              ///< time relative to that of the fastest
  bool coarsest;             ///< no run of the method had a larger step
  std::optional<Lead> lead;  ///< for the fastest and all that draw with it; else nothing
};

/// A record with everything derived from it and from the other records of its folder. Tables,
/// figures and the report read rows and derive nothing themselves. Error and floor are relative, in
/// the energy norm, at the end of the run.
struct Row {
  Record record;
  std::string problem, method;   ///< labels
  long problem_rank = 0;         ///< position of the problem in the experiment, then by its label
  std::optional<double> h;       ///< step, or mean step of an adaptive method (s)
  double step_or_tolerance = 0;  ///< step, or tolerance of an adaptive method
  std::optional<double> error;   ///< nothing if unknown
  std::optional<double> floor;   ///< error of the reference; nothing for a closed form
  std::optional<double> slope;   ///< order measured between this run and the next larger step
  bool asymptotic = false;       ///< the slope is in the asymptotic range, see make_rows()
  bool pareto = false;           ///< no run of the problem is both faster and more accurate
  bool most_precise = false;     ///< no other method has a smaller error at this step
  std::vector<double> cheapest_at;        ///< levels that no cheaper run of the method reaches
  std::optional<double> weighted_work;    ///< counters weighted by `weights`, in force evaluations
  std::map<std::string, double> weights;  ///< of the problem's counters; the force has weight 1
  std::vector<Rank> ranks;                ///< levels with a top rank, see mark_ranks()
  std::optional<double> omega_max;        ///< fastest rate of the problem at its start, if computed

  bool ok() const { return record.result.status == Status::ok; }
  /// True if the error does not exceed that of the reference, and is therefore unknown.
  bool below_floor() const { return error && floor && *error <= *floor; }
  std::optional<double> time() const;  ///< median time of the run (s); nothing if is_interpreted()
};

/// Returns one row per record, sorted by problem, method, step (largest first) and start. Problems
/// follow the order of the experiment, if there is one, then the natural order of their labels. A
/// slope is asymptotic if the larger of its two errors is below 10%, if shifting the errors by the
/// floor changes it by at most 0.25, if at least one of the neighbouring slopes, where there are
/// any, differs by at most 0.25, and if the declared order differs by at most 0.5.
std::vector<Row> make_rows(const std::vector<Record>& records, const Json& experiment = nullptr);
/// Returns the rows of a folder's records of the code selected by `code` (choose_code()) and of the
/// settings selected by `settings` (choose_settings()).
std::vector<Row> read_rows(const std::filesystem::path& folder, const std::string& code,
                           const std::string& settings = "tuned");
/// Sets the fields that depend on other methods: Pareto front, most accurate, fastest.
void compare_methods(std::vector<Row>& rows);

/// Returns true for two rows of one method on one problem.
bool same_method(const Row& a, const Row& b);
/// Returns true for two runs of one method on one problem with one step, from different starts.
bool same_but_start(const Row& a, const Row& b);
/// Returns true for two rows of one problem.
bool same_problem(const Row& a, const Row& b);

/// Calls `visit` with the std::span of each problem's rows. The rows must be in the order of
/// make_rows().
template <class Rows>
void each_problem(Rows& rows, const auto& visit) {
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && same_problem(rows[first], rows[last])) ++last;
    visit(std::span(rows).subspan(first, last - first));
  }
}

/// Converts the row to the form read by figures (results/schema/internal/row.schema.json): the
/// record without its final state, with null for missing entries, and everything derived from it.
Json figure_row(const Row& row);

/// Converts the row to one line of a table, a flat object: labels, step, status, error, floor,
/// slope, order, drift, time.
Json table_row(const Row& row);

}  // namespace stiffbench
