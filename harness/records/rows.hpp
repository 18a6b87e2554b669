#pragma once

#include "harness/records/record.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiffbench {

/// A record with all that follows from it and from the records beside it. Tables, figures and the
/// report read rows and derive nothing themselves. Error and floor are relative, in the energy
/// norm, at the end.
struct Row {
  Record record;
  std::string problem, method;      ///< labels
  long problem_rank = 0;            ///< place of the problem's label in natural order
  std::optional<double> h;          ///< step, or mean step of a method that chooses its own (s)
  double fineness = 0;              ///< step, or tolerance of a method that chooses its own
  std::optional<double> error;      ///< nothing where it is not known
  std::optional<double> floor;      ///< of the reference; nothing of a closed form
  std::optional<double> slope;      ///< order between this run and the next larger step
  bool pareto = false;              ///< no run of the problem is both faster and more precise
  std::vector<double> cheapest_at;  ///< levels that this run is the method's cheapest to reach

  bool ok() const { return record.result.status == Status::ok; }
  /// Whether the error is no larger than the reference's own, so that it says nothing.
  bool below_floor() const { return error && floor && *error <= *floor; }
  std::optional<double> time() const;  ///< of all steps, median (s)
};

/// One row for each record: problem after problem, method after method, the largest step first.
std::vector<Row> make_rows(const std::vector<Record>& records);

/// Whether two rows are of one method on one problem.
bool same_method(const Row& a, const Row& b);
/// Whether two rows are of one problem.
bool same_problem(const Row& a, const Row& b);

/// Calls visit(rows of one problem, a std::span) for each problem; rows in the order of
/// make_rows().
template <class Rows>
void each_problem(Rows& rows, const auto& visit) {
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && same_problem(rows[first], rows[last])) ++last;
    visit(std::span(rows).subspan(first, last - first));
  }
}

/// What figures draw of a row (results/schema/row.schema.json): the record without its final state,
/// objects of nulls in the place of what it lacks, and what follows from it.
Json figure_row(const Row& row);

/// The line of a table, flat: labels, step, status, error, floor, slope, order, drift, time.
Json table_row(const Row& row);

}  // namespace stiffbench
