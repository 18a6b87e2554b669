#include "harness/targets/small_records.hpp"

#include "base/files.hpp"
#include "base/hash.hpp"
#include "harness/records/read_records.hpp"
#include "harness/targets/claims/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// What rules use of an experiment: ids of rows, kinds of quantities, and names of outputs.
struct Uses {
  std::set<std::string> ids, kinds, outputs;

  bool reads(std::initializer_list<const char*> words) const {
    return std::ranges::any_of(words, [&](const char* word) { return kinds.contains(word); });
  }
};

void add_uses(std::map<std::string, Uses>& uses, const Json& rule, const PaperTarget& target,
              const Evidence& evidence) {
  const bool is_about_runs = !rule.is_null() && (rule.contains("of") || rule.contains("statuses"));
  if (!is_about_runs) return;
  const RowChoice choice = row_choice_from_json(rule, target.experiments.front().name);
  Uses& own = uses[choice.experiment];
  for (const Row* row : choose(evidence, choice)) own.ids.insert(row->record.id);
  if (rule.contains("of")) {
    const RuleQuantity quantity = quantity_from_json(rule);
    own.kinds.insert(quantity.kind);
    own.outputs.insert(quantity.detail);
  }
  if (!rule.contains("to")) return;
  Json other = rule;
  other.update(rule["to"]);
  other.erase("to");
  add_uses(uses, other, target, evidence);
}

/// Rounds every number of a part of a record to ten digits.
void shorten(Json& part) {
  if (part.is_number_float()) part = std::stod(fmt::format("{:.10g}", part.get<double>()));
  if (part.is_structured())
    for (Json& entry : part) shorten(entry);
}

/// Takes out of a result what no rule reads.
void reduce(RunResult& result, const Uses& uses) {
  const auto is_unused = [&](const auto& output) { return !uses.outputs.contains(output.first); };
  result.reported.clear();
  result.final.reset();
  result.peak_bytes.reset();
  if (!uses.reads({"error", "time_to", "step_to"})) result.error.reset();
  if (!uses.reads({"initial_energy", "drift", "energy"})) result.energy.reset();
  if (!uses.reads({"time", "step_time", "time_to"})) result.runtime.reset();
  if (!uses.reads({"work", "step_work"})) result.work.reset();
  if (!uses.reads({"output"})) result.outputs.reset();
  if (result.energy) {
    result.energy->series_t.clear();
    result.energy->series_drift.clear();
  }
  if (result.outputs) std::erase_if(*result.outputs, is_unused);
  if (result.error) std::erase_if(result.error->outputs, is_unused);
  if (result.runtime) result.runtime->samples = {result.runtime->median};
}

Json small(Record record, const Uses& uses) {
  reduce(record.result, uses);
  Json& environment = record.environment;
  environment = {{"git", environment.value("git", Json())},
                 {"cpu", environment.value(Json::json_pointer("/cpu/model"), Json())},
                 {"compiler", environment.value("compiler", Json())},
                 {"native", environment.value("native", Json())}};
  environment["hash"] = Hasher().update(environment.dump()).hex();
  Json json = to_json(record);
  for (const char* name : {"error", "energy", "outputs", "runtime"})
    if (json.contains(name)) shorten(json[name]);
  return json;
}

}  // namespace

std::vector<std::string> write_small_records(const std::vector<PaperTarget>& targets,
                                             const Evidence& evidence, const fs::path& from,
                                             const fs::path& into) {
  std::map<std::string, Uses> uses;
  for (const PaperTarget& target : targets)
    for (const Claim& claim : target.claims) add_uses(uses, claim.rule, target, evidence);
  std::vector<std::string> files;
  for (const auto& [experiment, rows] : evidence) {
    std::string lines;
    for (const Row& row : rows)
      if (uses[experiment].ids.contains(row.record.id))
        lines += small(row.record, uses[experiment]).dump() + "\n";
    if (lines.empty()) continue;
    write_atomically(into / experiment / "experiment.json",
                     read_experiment(from / experiment).dump() + "\n");
    files.push_back((into / experiment / "records.jsonl").string());
    write_atomically(files.back(), lines);
  }
  return files;
}

}  // namespace stiffbench
