#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Statistics of the numbers of runs that differ in their start alone.
struct Spread {
  /// The list has one number at least.
  explicit Spread(const std::vector<double>& numbers);

  long count;
  double mean, least, largest;
  std::optional<double> deviation;  ///< standard deviation, by n - 1; nothing for a single number
  std::optional<double> error;      ///< standard error of the mean; nothing for a single number
};

/// The rows in groups that differ in their start alone; a row without a start stands alone. They
/// must be in the order of make_rows(). Two runs from one start would count twice, and are an
/// Error.
std::vector<std::vector<const Row*>> groups_of_starts(const std::vector<const Row*>& rows);

/// Statistics over starts of the outputs and the energy of these rows: of numbers, and of lists
/// entry by entry. Only runs that ended well count. Series over time are left out; an output that
/// is named stands alone.
///   {"output": NAME or null,
///    "problems": [{"problem", "name", "parameters",
///      "quantities": [{"quantity", "entry": from 0, or null for a number,
///        "methods": [{"method", "integrator", "h", "tolerance", "shift", "starts",
///                     "statuses": {STATUS: COUNT}, "count", "mean", "deviation", "error",
///                     "least", "largest"}]}]}]}
/// `starts` are all runs, `count` those that have the number: a run that does not bounce a third
/// time has no third apex. The quantities energy.final and energy.max_drift are fields of the
/// record (J). An Error where no row has a start, or none has the output.
Json start_statistics(const std::vector<Row>& rows, const std::string& output = "");

}  // namespace stiffbench
