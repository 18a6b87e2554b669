#pragma once

#include "harness/cli/command.hpp"
#include "harness/records/compare/report.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// What the commands that compare records have in common: the form of their output, and what makes
/// them fail.
struct ComparisonOutput {
  bool json = false, markdown = false, github = false, history = false;
  std::string fail_on;  ///< names of quantities, separated by commas; empty: `usual`
  std::string usual = "status,error,order,drift,work";  ///< all that is not of the machine
};

/// Adds the arguments.
void declare_comparison_output(ComparisonOutput& values, ArgumentList& list);

/// The gate of --fail-on. A name that is no quantity is an Error.
struct Gate {
  std::vector<Quantity> quantities;
  bool missing = false;
};
Gate gated_quantities(const ComparisonOutput& output);

/// A comparison with its gate. A quantity that the user names in --fail-on and that can be compared
/// in no run is an Error.
ComparisonReport make_report(const std::string& before, const std::string& after,
                             Comparison comparison, const ComparisonOutput& output);

/// Prints the report in its form, and returns the exit status: 1 if something gated got worse.
/// `after` are the records of the new side.
int print_comparison(const ComparisonReport& report, const std::vector<Record>& after,
                     const ComparisonOutput& output);

}  // namespace stiffbench
