#include "harness/replications/pages/experiments_page.hpp"

#include "harness/estimates/costs.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/pages/text.hpp"
#include "harness/sweep/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Formats an expected time on one core.
std::string time_of(const std::optional<CostSum>& cost) {
  return cost ? duration_text(cost->wall(1), cost->is_rough) : "no estimate";
}

/// Formats the time that the whole sweep took. Where it was not kept, that of the same experiment
/// in results/costs.json, or the sum of the timed samples, which is less.
std::string duration_of(const std::vector<Record>& records, const Json& experiment) {
  const Json& environment = records.front().environment;
  if (environment.contains("seconds")) return duration_text(environment["seconds"], false);
  if (const auto cost = shipped_cost(experiment)) return time_of(cost);
  const double samples =
      std::accumulate(records.begin(), records.end(), 0., [](double sum, const Record& record) {
        const auto& runtime = record.result.runtime;
        return runtime ? std::accumulate(runtime->samples.begin(), runtime->samples.end(), sum)
                       : sum;
      });
  return samples > 0 ? "more than " + duration_text(samples, false).substr(6) : "not measured";
}

std::string code_of(const Json& environment) {
  const Json commit = environment.value(Json::json_pointer("/git/commit"), Json());
  const bool is_native = environment.value("native", Json(false)) == true;
  return (commit.is_string() ? "`" + commit.get<std::string>().substr(0, 8) + "`" : "no commit") +
         (is_native ? "" : ", for any CPU");
}

/// Returns what determines the runs of an experiment: all but its words.
Json work_of(Json experiment) {
  for (const char* words : {"title", "remarks", "figures"}) experiment.erase(words);
  return experiment;
}

std::string line_of_records(const Json& today, const fs::path& own) {
  const std::vector<Record> records = read_records(own);
  const Json& environment = records.front().environment;
  const Json cpu = environment.value("cpu", Json());
  const auto tuned =
      std::ranges::count_if(records, [](const Record& one) { return one.tuning.has_value(); });
  const Json experiment = read_experiment(own);
  const bool is_same = work_of(today) == work_of(experiment);
  return table_line({fmt::format("`{}`", today["name"].get<std::string>()),
                     environment.value("date", "before dates were kept"), code_of(environment),
                     cpu.is_string() ? cell(cpu) : "not kept", is_same ? "yes" : "no",
                     fmt::format("{}", records.size()), fmt::format("{}", tuned),
                     duration_of(records, experiment)});
}

std::string line_of_plan(const Json& today) {
  return table_line({fmt::format("`{}`", today["name"].get<std::string>()), cell(today["title"]),
                     time_of(shipped_cost(today))});
}

}  // namespace

std::string experiments_page(const fs::path& folder, const std::string& command) {
  const auto folders = folders_of_records(folder);
  std::string kept, planned;
  for (const std::string& file : experiment_files()) {
    const Json today = read_json(file);
    const auto own = folders.find(today["name"].get<std::string>());
    if (own == folders.end())
      planned += line_of_plan(today);
    else
      kept += line_of_records(today, own->second);
  }
  return fmt::format(
             "# Every experiment\n\nThis page is written by `{}`. `stiffbench run NAME` repeats an "
             "experiment.\n\n## With kept records\n\nThe records in "
             "[`results/archive/`](../../results/archive) come from builds for the CPU that ran "
             "them, unless the column of the code says otherwise. *As today* is *no* where the "
             "experiment has other problems, methods or steps since. The time is that of the whole "
             "sweep on one core, with its search for settings; \"more than\" is the sum of the "
             "timed samples "
             "alone.\n\n",
             command) +
         table_head({"experiment", "day", "code", "CPU", "as today", "runs", "tuned", "time"}, 5) +
         kept +
         "\n## Without kept records\n\nThe time is what the whole experiment is expected to take "
         "on "
         "one core.\n\n" +
         table_head({"experiment", "title", "time"}, 3) + planned;
}

}  // namespace stiffbench
