#include "harness/records/compare/report.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/tables/time_to_error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {

Json history_json(const std::vector<Record>& records) {
  const auto problems = problem_labels(records), methods = method_labels(records);
  Json list = Json::array();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    const RunResult& result = record.result;
    if (result.status != Status::ok) continue;
    const std::string step = record.h ? fmt::format("h = {:.4g}", *record.h)
                                      : fmt::format("tolerance {:.4g}", *record.tolerance);
    const auto put = [&](const char* quantity, const char* unit, std::optional<double> value) {
      if (value && std::isfinite(*value))
        list.push_back(
            {{"name", fmt::format("{} on {}, {}: {}", methods[i], problems[i], step, quantity)},
             {"unit", unit},
             {"value", *value}});
    };
    if (result.error) put("error", "relative", error_of(*result.error, "energy_norm"));
    if (result.energy) put("energy drift", "J", result.energy->max_drift);
    if (result.work)
      Work::each(*result.work, [&](const char* counter, long count) {
        if (count > 0) put(counter, "calls", static_cast<double>(count));
      });
    if (result.runtime) put("time", "s", result.runtime->median);
  }
  return list;
}

}  // namespace stiffbench
