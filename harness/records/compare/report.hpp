#pragma once

#include "harness/records/compare/comparison.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// A comparison with the names of its two sides and the quantities that may not get worse.
struct ComparisonReport {
  std::string before, after;  ///< folders, files or programs
  Comparison comparison;
  std::vector<Quantity> gate;
  bool gates_missing = false;  ///< runs missing on the new side fail the comparison, too

  bool gates(Quantity quantity) const;
  /// True if a gated quantity got worse.
  bool failed() const;
};

/// A quantity of a method that got worse or better.
struct MethodChange {
  const MethodComparison* method;
  Quantity quantity;

  const Change& change() const;
  /// "2 of 3 runs, h = 0.01: 1e-05 -> 2e-05 (x 2)"
  std::string text() const;
};

/// Returns "the code of all 12 runs is the same on both sides"; empty if it is the same for no run.
std::string code_remark(const Comparison& comparison);

/// Returns the changes with this verdict, in the order of the methods.
std::vector<MethodChange> method_changes(const Comparison& comparison, Verdict verdict);

/// Returns text for a terminal of 80 columns: a summary, then regressions, then improvements.
std::string comparison_text(const ComparisonReport& report);

/// Returns the document of results/schema/comparison.schema.json.
Json comparison_json(const ComparisonReport& report);

/// Returns Markdown for the summary of a job or a comment on a merge request.
std::string comparison_markdown(const ComparisonReport& report);

}  // namespace stiffbench
