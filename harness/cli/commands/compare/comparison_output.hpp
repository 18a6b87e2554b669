#pragma once

#include "harness/cli/command.hpp"
#include "harness/records/compare/report.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Options shared by the commands that compare records: the output format and the conditions of
/// failure.
struct ComparisonOutput {
  bool json = false, markdown = false;
  std::string fail_on;  ///< names of quantities, separated by commas; empty: `usual`
  std::string usual = "status,error,order,drift,work";  ///< independent of the machine
};

/// Declares the arguments of these options.
void declare_comparison_output(ComparisonOutput& values, ArgumentList& list);

/// The gate of --fail-on: the quantities that may not get worse.
struct Gate {
  std::vector<Quantity> quantities;
  bool missing = false;
};
Gate gated_quantities(const ComparisonOutput& output);

/// Combines a comparison with its gate. A quantity that the user names in --fail-on and that is
/// comparable in no run is an Error.
ComparisonReport make_report(const std::string& before, const std::string& after,
                             Comparison comparison, const ComparisonOutput& output);

/// Prints the report in the selected format and returns the exit status: 1 if a gated quantity got
/// worse.
int print_comparison(const ComparisonReport& report, const ComparisonOutput& output);

}  // namespace stiffbench
