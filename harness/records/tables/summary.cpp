#include "harness/records/tables/summary.hpp"

#include "harness/records/labels.hpp"
#include "harness/records/tables/race.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

Json empty_summary(const Row& row) {
  const auto& integrator = row.record.integrator;
  const Family family = family_of(integrator.name);
  Json summary{{"method", row.method},
               {"integrator", integrator.name},
               {"family", names_of(family)[static_cast<std::size_t>(family)]},
               {"runs", 0},
               {"ok", 0},
               {"order", row.record.h ? value_or_null(integrator.order) : Json(nullptr)}};
  for (auto* name : {"slope", "largest_h", "smallest_error"}) summary[name] = nullptr;
  summary["below_floor"] = false;
  summary["front"] = 0;
  summary["places"] = summary["failures"] = Json::array();
  return summary;
}

void add_success(Json& summary, const Row& row) {
  summary["ok"] = summary["ok"].get<int>() + 1;
  // Rows of a method are in order of decreasing steps.
  if (row.record.h && summary["largest_h"].is_null()) summary["largest_h"] = *row.record.h;
  if (row.slope && row.asymptotic) summary["slope"] = *row.slope;
  if (row.pareto) summary["front"] = summary["front"].get<int>() + 1;
  Json& smallest = summary["smallest_error"];
  if (row.error && (smallest.is_null() || *row.error < smallest.get<double>())) {
    smallest = *row.error;
    summary["below_floor"] = row.below_floor();
  }
  for (const Place& place : row.places) summary["places"].push_back(to_json(place));
}

void add_failure(Json& failures, const Row& row) {
  const std::string_view status = to_string(row.record.result.status);
  const auto same = std::ranges::find_if(
      failures, [&](const Json& failure) { return failure["status"] == status; });
  if (same == failures.end()) {
    failures.push_back({{"status", status},
                        {"sign", sign_of(row.record.result.status)},
                        {"count", 1},
                        {"coarsest", row.fineness},
                        {"finest", row.fineness},
                        {"reason", row.record.result.reason}});
    return;
  }
  (*same)["count"] = (*same)["count"].get<int>() + 1;
  (*same)["finest"] = row.fineness;
}

}  // namespace

Json summarize(std::span<const Row> of_problem) {
  Json all = Json::array();
  for (const Row& row : of_problem) {
    if (all.empty() || all.back()["method"] != row.method) all.push_back(empty_summary(row));
    Json& summary = all.back();
    summary["runs"] = summary["runs"].get<int>() + 1;
    row.ok() ? add_success(summary, row) : add_failure(summary["failures"], row);
  }
  return all;
}

}  // namespace stiffbench
