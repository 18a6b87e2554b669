#include "harness/records/tables/summary.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

void add_success(MethodSummary& summary, const Row& row) {
  ++summary.ok;
  // Rows of a method are in order of decreasing steps.
  if (row.record.h && !summary.largest_h) summary.largest_h = row.record.h;
  if (row.slope && row.asymptotic) summary.slope = row.slope;
  if (row.pareto) ++summary.front;
  if (row.error && (!summary.smallest_error || *row.error < *summary.smallest_error)) {
    summary.smallest_error = row.error;
    summary.below_floor = row.below_floor();
  }
  summary.ranks.insert(summary.ranks.end(), row.ranks.begin(), row.ranks.end());
}

void add_failure(MethodSummary& summary, const Row& row) {
  const RunResult& result = row.record.result;
  const auto same =
      std::ranges::find(summary.failures, result.status, &MethodSummary::Failures::status);
  if (same == summary.failures.end()) {
    summary.failures.push_back(
        {result.status, 1, row.step_or_tolerance, row.step_or_tolerance, result.reason});
    return;
  }
  ++same->count;
  same->finest = row.step_or_tolerance;
}

MethodSummary summary_of(std::span<const Row> of_method) {
  MethodSummary summary{.rows = of_method};
  for (const Row& row : of_method) row.ok() ? add_success(summary, row) : add_failure(summary, row);
  return summary;
}

}  // namespace

std::optional<int> MethodSummary::order() const {
  return rows[0].record.h ? rows[0].record.integrator.order : std::nullopt;
}

std::vector<MethodSummary> summarize(std::span<const Row> of_problem) {
  std::vector<MethodSummary> all;
  for (auto rest = of_problem; !rest.empty();) {
    const auto end = std::ranges::find_if_not(
        rest, [&](const Row& row) { return row.method == rest.front().method; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    all.push_back(summary_of(rest.first(count)));
    rest = rest.subspan(count);
  }
  return all;
}

}  // namespace stiffbench
