#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Statistics of a number over runs that differ only in their initial state.
struct Spread {
  /// The list must not be empty.
  explicit Spread(const std::vector<double>& numbers);

  long count;
  double mean, least, largest;
  std::optional<double> deviation;  ///< sample standard deviation (n - 1); nothing for one number
  std::optional<double> error;      ///< standard error of the mean; nothing for one number
};

/// Groups rows that differ only in their initial state; a row without a start forms its own group.
/// The rows must be in the order of make_rows(). Two runs from the same start are an Error, because
/// they would be counted twice.
std::vector<std::vector<const Row*>> groups_of_starts(const std::vector<const Row*>& rows);

/// Computes statistics over the starts of outputs and energies: of numbers, and of lists entry by
/// entry. Only runs that ended well contribute. Time series are omitted. If `output` is given, it
/// is the only quantity.
///   {"output": NAME or null,
///    "problems": [{"problem", "name", "parameters",
///      "quantities": [{"quantity", "entry": from 0, or null for a number,
///        "methods": [{"method", "integrator", "h", "tolerance", "shift", "starts",
///                     "statuses": {STATUS: COUNT}, "count", "mean", "deviation", "error",
///                     "least", "largest"}]}]}]}
/// `starts` is the number of all runs, `count` the number of runs that have the quantity: a run
/// without a third bounce has no third apex. The quantities energy.final and energy.max_drift are
/// fields of the record (J). Throws an Error if no row has a start, or if none has the output.
Json start_statistics(const std::vector<Row>& rows, const std::string& output = "");

}  // namespace stiffbench
