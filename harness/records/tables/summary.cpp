#include "harness/records/tables/summary.hpp"

#include "harness/records/labels.hpp"
#include "harness/records/tables/ranking.hpp"

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
  summary.places.insert(summary.places.end(), row.places.begin(), row.places.end());
}

void add_failure(MethodSummary& summary, const Row& row) {
  const RunResult& result = row.record.result;
  const auto same =
      std::ranges::find(summary.failures, result.status, &MethodSummary::Failures::status);
  if (same == summary.failures.end()) {
    summary.failures.push_back({result.status, 1, row.fineness, row.fineness, result.reason});
    return;
  }
  ++same->count;
  same->finest = row.fineness;
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

Json to_json(const MethodSummary& summary) {
  const Row& row = summary.rows[0];
  const std::string& integrator = row.record.integrator.name;
  Json json{{"method", row.method},
            {"integrator", integrator},
            {"family", name_of(family_of(integrator))},
            {"runs", summary.rows.size()},
            {"ok", summary.ok},
            {"order", value_or_null(summary.order())},
            {"slope", value_or_null(summary.slope)},
            {"largest_h", value_or_null(summary.largest_h)},
            {"smallest_error", value_or_null(summary.smallest_error)},
            {"below_floor", summary.below_floor},
            {"front", summary.front},
            {"places", Json::array()},
            {"failures", Json::array()}};
  for (const Place& place : summary.places) json["places"].push_back(to_json(place));
  for (const auto& [status, count, coarsest, finest, reason] : summary.failures)
    json["failures"].push_back({{"status", to_string(status)},
                                {"sign", sign_of(status)},
                                {"count", count},
                                {"coarsest", coarsest},
                                {"finest", finest},
                                {"reason", reason}});
  return json;
}

}  // namespace stiffbench
