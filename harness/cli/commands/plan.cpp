#include "harness/cli/command.hpp"
#include "harness/processes/pool.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/expected_time.hpp"
#include "harness/sweep/shards.hpp"
#include "harness/sweep/work_list.hpp"

#include <fmt/format.h>

#include <fstream>
#include <unistd.h>

namespace stiffbench::plan_command {
namespace {

struct Arguments {
  std::string experiment, records;
  long shards = 1;
  bool json = false;
};

/// Returns the resident memory of this process (bytes) after constructing every problem and
/// planning every run, as each task of a cluster does.
long resident_bytes() {
  std::ifstream file("/proc/self/statm");
  long all = 0, resident = 0;
  file >> all >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

/// Returns the largest peak memory of these records' runs (bytes), or null.
Json peak_of(const std::string& folder) {
  if (folder.empty()) return nullptr;
  long peak = 0;
  each_record(folder, [&](RecordLine& line) {
    peak = std::max(peak, line.record.result.peak_bytes.value_or(0));
  });
  return peak;
}

Json references_part(const WorkList& work_list, const PartCosts& costs) {
  Json list = Json::array();
  for (const ProblemRuns& block : work_list)
    if (block.reference.size > 0)
      list.push_back({{"problem", block.block->problem->name()},
                      {"in_cache", block.reference_is_kept},
                      {"seconds", costs.of({{block.reference, 1}}).wall(1)}});
  return list;
}

/// Returns the runs of each shard, with their total time in sequence (s).
Json shards_part(const Experiment& experiment, const WorkList& work_list,
                 const PartCosts& part_costs, long count) {
  const std::vector<long> shards = shards_of(experiment, count);
  const std::vector<PendingCost> costs = run_costs(work_list, experiment.limits);
  std::vector<std::vector<PendingCost>> of_shards(static_cast<std::size_t>(count));
  std::vector<long> runs(of_shards.size()), samples(of_shards.size());
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const auto shard = static_cast<std::size_t>(shards[i]);
    const PendingCost &observed = costs[2 * i], &timed = costs[2 * i + 1];
    of_shards[shard].insert(of_shards[shard].end(), {observed, timed});
    ++runs[shard];
    samples[shard] += timed.pieces;
  }
  Json list = Json::array();
  for (std::size_t i = 0; i < of_shards.size(); ++i)
    list.push_back({{"shard", i + 1},
                    {"runs", runs[i]},
                    {"samples", samples[i]},
                    {"seconds", part_costs.of(of_shards[i]).wall(1)}});
  return list;
}

void print_plan(const Json& plan) {
  const auto about = [&](const Json& seconds) { return duration_text(seconds, plan["rough"]); };
  for (const Json& reference : plan["references"])
    fmt::print("reference of {}: {}\n", reference["problem"].get<std::string>(),
               reference["in_cache"].get<bool>() ? "in the cache" : about(reference["seconds"]));
  fmt::print("{:>8} {:>8} {:>8}  {}\n", "shard", "runs", "samples", "time");
  for (const Json& shard : plan["shards"])
    fmt::print("{:8} {:8} {:8}  {}\n", shard["shard"].get<long>(), shard["runs"].get<long>(),
               shard["samples"].get<long>(), about(shard["seconds"]));
  fmt::print("the whole on {} cores, with all references: {}\n", usable_cores(),
             about(plan["seconds"]));
  const auto mebibytes = [](const Json& bytes) {
    return bytes.is_null() ? "unknown; --records DIR reads it from earlier records"
                           : fmt::format("{} MiB", bytes.get<long>() >> 20);
  };
  fmt::print("memory of a task before its runs: {}\nmost memory of a run: {}\n",
             mebibytes(plan["memory"]["task_bytes"]), mebibytes(plan["memory"]["peak_bytes"]));
}

int run_command(const Arguments& values) {
  const Experiment experiment = load_experiment(values.experiment);
  const WorkList work_list = make_work_list(experiment, experiment.with_reference);
  const PartCosts costs(experiment);
  Json plan{{"experiment", experiment.name},
            {"seconds", costs.whole().wall(usable_cores())},
            {"rough", costs.whole().is_rough},
            {"references", references_part(work_list, costs)}};
  plan["shards"] = shards_part(experiment, work_list, costs, values.shards);
  plan["memory"] = {{"task_bytes", resident_bytes()}, {"peak_bytes", peak_of(values.records)}};
  if (values.json)
    fmt::print("{}\n", plan.dump(2));
  else
    print_plan(plan);
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "plan",
     "Prints what an experiment costs, and how machines share it",
     {"plan fput_order --shards 4"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("experiment", &values.experiment, "File or name of an experiment").required = true;
      list.add("--shards", &values.shards, "Parts that cost about the same (default 1)");
      list.add("--records", &values.records, "Folder of records from which to read peak memory");
      list.add("--json", &values.json, "Print JSON");
    },
    run_command);

}  // namespace
}  // namespace stiffbench::plan_command
