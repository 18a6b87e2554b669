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

/// How the fastest method to an error leads: by more than 10% of its time, or by no more than that,
/// or no other method reaches the error.
enum class Lead { clear, draw, alone };
constexpr auto names_of(Lead) { return std::array{"clear", "draw", "alone"}; }

/// A run as the fastest of its method to reach a level of error: 1 is the fastest of all methods.
struct Place {
  double level;  ///< a power of ten, relative
  int place;
  double ratio;              ///< time over that of the fastest
  bool coarsest;             ///< no run of the method had a larger step
  std::optional<Lead> lead;  ///< of the fastest, and of all that draw with it; nothing for others
};

/// A record with all that follows from it and from the other records of its folder. Tables, figures
/// and the report read rows and derive nothing themselves. Error and floor are relative, in the
/// energy norm, at the end of the run.
struct Row {
  Record record;
  std::string problem, method;      ///< labels
  long problem_rank = 0;            ///< place of the problem in the experiment, then by its label
  std::optional<double> h;          ///< step, or mean step of a method that chooses its own (s)
  double fineness = 0;              ///< step, or tolerance of a method that chooses its own
  std::optional<double> error;      ///< nothing if unknown
  std::optional<double> floor;      ///< error of the reference; nothing for a closed form
  std::optional<double> slope;      ///< order between this run and the next larger step
  bool asymptotic = false;          ///< whether the slope is that of small steps, see make_rows()
  bool pareto = false;              ///< no run of the problem is both faster and more precise
  bool most_precise = false;        ///< no other method has a smaller error with this step
  std::vector<double> cheapest_at;  ///< levels that no cheaper run of the method reaches
  std::optional<double>
      weighted_work;  ///< of the counters by `weights`, in evaluations of the force
  std::map<std::string, double> weights;  ///< of the problem's counters; that of the force is 1
  std::vector<Place> places;              ///< where the run is among the fastest, see mark_places()
  std::optional<double> omega_max;  ///< fastest rate of the problem at its start, where computed

  bool ok() const { return record.result.status == Status::ok; }
  /// True if the error is no larger than the reference's own, and therefore unknown.
  bool below_floor() const { return error && floor && *error <= *floor; }
  std::optional<double> time() const;  ///< median time of all steps (s)
};

/// Makes one row for each record, sorted by problem, then method, then step, the largest first,
/// then start.
/// Problems go in the order of the experiment, where there is one, and in natural order of their
/// labels.
/// A slope is asymptotic if all of these hold: the larger of its two errors is below 10%; errors
/// shifted by the floor would move it by no more than 0.25; the slope before or behind it, if there
/// is one, differs by no more than 0.25; and the declared order by no more than 0.5.
std::vector<Row> make_rows(const std::vector<Record>& records, const Json& experiment = nullptr);
/// The rows of a folder's records of the code that `code` names (choose_code()).
std::vector<Row> read_rows(const std::filesystem::path& folder, const std::string& code);
/// Sets what follows from the rows of other methods: the front, the most precise, the fastest.
void compare_methods(std::vector<Row>& rows);

/// True for two rows of one method on one problem.
bool same_method(const Row& a, const Row& b);
/// True for two runs of one method on one problem with one step, from several starts.
bool same_but_start(const Row& a, const Row& b);
/// True for two rows of one problem.
bool same_problem(const Row& a, const Row& b);

/// Calls `visit` for each problem with the std::span of its rows. Rows must be in the order of
/// make_rows().
template <class Rows>
void each_problem(Rows& rows, const auto& visit) {
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && same_problem(rows[first], rows[last])) ++last;
    visit(std::span(rows).subspan(first, last - first));
  }
}

/// The row as figures read it (results/schema/row.schema.json): the record without its final state,
/// with nulls for all that it lacks, and all that follows from it.
Json figure_row(const Row& row);

/// The row as one line of a table, a flat object: labels, step, status, error, floor, slope, order,
/// drift, time.
Json table_row(const Row& row);

}  // namespace stiffbench
