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
  bool gates_missing = false;  ///< runs that the new side lacks fail it, too

  bool gates(Quantity quantity) const;
  /// Whether something that is gated got worse.
  bool failed() const;
};

/// One quantity of a method that got worse, or better.
struct MethodChange {
  const MethodComparison* method;
  Quantity quantity;

  const Change& change() const;
  /// "2 of 3 runs, h = 0.01: 1e-05 -> 2e-05 (x 2)"
  std::string text() const;
};

/// "the code of all 12 runs is the same on both sides"; empty where it is that of none.
std::string code_remark(const Comparison& comparison);

/// The changes with this verdict, in the order of the methods.
std::vector<MethodChange> method_changes(const Comparison& comparison, Verdict verdict);

/// The text for a terminal of 80 columns: summary, what got worse, what got better.
std::string comparison_text(const ComparisonReport& report);

/// The document of results/schema/comparison.schema.json.
Json comparison_json(const ComparisonReport& report);

/// Markdown, as for the summary of a job on GitHub or a comment on a merge request.
std::string comparison_markdown(const ComparisonReport& report);

/// One workflow command of GitHub a line: an error for what is gated and got worse, a warning for
/// what is not gated and got worse.
std::string github_annotations(const ComparisonReport& report);

/// The numbers of every run that ended well, as github-action-benchmark plots them from commit to
/// commit with its tool customSmallerIsBetter: [{"name", "unit", "value"}].
Json history_json(const std::vector<Record>& records);

}  // namespace stiffbench
