#include "harness/checks/baseline.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/system/programs.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

void shorten(double& number) {
  if (std::isfinite(number)) number = rounded(number, 9);
}

/// Keeps only the energy norm of the measures.
ErrorMeasures energy_norm_of(const ErrorMeasures& measures) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  ErrorMeasures one{unknown, unknown, unknown, unknown, unknown, measures.energy_norm_relative};
  shorten(one.energy_norm_relative);
  return one;
}

RunError compact(const RunError& error) {
  RunError small{.reference = error.reference, .digits = error.digits};
  if (error.floor) small.floor = energy_norm_of(*error.floor);
  small.measures = energy_norm_of(error.measures);
  small.pointwise = error.pointwise;
  return small;
}

void compact(EnergySummary& energy) {
  for (double* number :
       {&energy.initial, &energy.final, &energy.max_drift, &energy.rms_drift, &energy.slope})
    shorten(*number);
  energy.series_t.clear();
  energy.series_drift.clear();
}

}  // namespace

Record compact(Record record) {
  record.integrator.doi.clear();
  record.code.reset();
  RunResult& result = record.result;
  if (result.error) result.error = compact(*result.error);
  if (result.energy) compact(*result.energy);
  result.outputs.reset();
  result.peak_bytes.reset();
  result.runtime.reset();
  result.final.reset();
  result.reported.clear();
  const auto entry = [&](const char* name) {
    return record.environment.value(name, Json(nullptr));
  };
  record.environment = {{"compiler", entry("compiler")}, {"native", entry("native")}};
  record.environment["hash"] = Hasher().update(record.environment.dump()).hex();
  return record;
}

std::vector<Record> run_baseline(const fs::path& folder, const std::string& integrator) {
  const fs::path source = folder / "experiment.json";
  if (!fs::is_regular_file(source))
    throw Error("the folder of a baseline holds experiment.json", folder.string(),
                "put an experiment of that name there, then give --write");
  Experiment experiment = load_experiment(source.string());
  for (Block& block : experiment.blocks) {
    if (!integrator.empty())
      std::erase_if(block.plans,
                    [&](const RunPlan& plan) { return plan.request.integrator != integrator; });
    for (RunPlan& plan : block.plans) plan.request.repeats = 0;
  }
  std::erase_if(experiment.blocks, [](const Block& block) { return block.plans.empty(); });
  if (experiment.blocks.empty()) return {};
  const ScratchFolder scratch;
  sweep(experiment, scratch.path(),
        {.with_reference = experiment.with_reference, .jobs = most_jobs(experiment)});
  std::vector<Record> records;
  for (const Record& record : read_records(scratch.path())) records.push_back(compact(record));
  std::ranges::stable_sort(records, {}, [](const Record& record) {
    return std::tuple(record.problem.name, record.integrator.name, -record.h.value_or(0),
                      -record.tolerance.value_or(0));
  });
  return records;
}

void write_baseline(const fs::path& folder, const std::vector<Record>& records) {
  std::vector<Json> lines;
  for (const Record& record : records) lines.push_back(to_json(record));
  write_atomically(folder / "records.jsonl", lines_with_common_members(lines));
}

}  // namespace stiffbench
