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

/// Statistics of numbers over the starts of runs.
struct StartStatistics {
  /// A number over the runs of one method with one step.
  struct OfMethod {
    const Row* first;
    long starts;                                    ///< number of all runs
    std::vector<std::pair<Status, long>> statuses;  ///< with the number of runs
    std::optional<Spread> spread;  ///< of the runs that have the number; nothing if none has

    long count() const { return spread ? spread->count : 0; }
  };
  struct OfQuantity {
    std::string name;           ///< output, or the record's energy.final or energy.max_drift (J)
    std::optional<long> entry;  ///< of a list, from 0; nothing for a number
    std::vector<OfMethod> methods;
  };
  struct OfProblem {
    const Row* first;
    std::vector<OfQuantity> quantities;
  };
  std::string output;  ///< the only quantity; empty: all
  std::vector<OfProblem> problems;
};

/// Computes statistics over the starts of outputs and energies: of numbers, and of lists entry by
/// entry. Only runs that ended well contribute, and among these only runs that have the number: a
/// run without a third bounce has no third apex. Time series are omitted unless `output` names one.
/// The rows must outlive the table. Throws an Error if no row has a start, or if none has the
/// output.
StartStatistics start_statistics(const std::vector<Row>& rows, const std::string& output = "");

/// Converts the statistics to {"output": NAME or null, "problems": [{"problem", "name",
/// "parameters", "quantities": [{"quantity", "entry", "methods": [{"method", "integrator", "h",
/// "tolerance", "perturbation", "starts", "statuses": {STATUS: COUNT}, "count", "mean",
/// "deviation", "error", "least", "largest"}]}]}]}.
Json to_json(const StartStatistics& table);

}  // namespace stiffbench
