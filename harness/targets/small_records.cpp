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

/// The ids of rows that rules are about, and the outputs that they read, by experiment.
struct Uses {
  std::set<std::string> ids, outputs;
};

void add_uses(std::map<std::string, Uses>& uses, const Json& rule, const PaperTarget& target,
              const Evidence& evidence) {
  if (rule.is_null() || target.experiments.empty()) return;
  const RowChoice choice = row_choice_from_json(rule, target.experiments.front().name);
  Uses& own = uses[choice.experiment];
  for (const Row* row : choose(evidence, choice)) own.ids.insert(row->record.id);
  if (rule.contains("of")) own.outputs.insert(quantity_from_json(rule).detail);
  if (!rule.contains("to")) return;
  Json other = rule;
  other.update(rule["to"]);
  other.erase("to");
  add_uses(uses, other, target, evidence);
}

/// Rounds every number of a part of a record to six digits.
void shorten(Json& part) {
  if (part.is_number_float()) part = std::stod(fmt::format("{:.6g}", part.get<double>()));
  if (part.is_structured())
    for (Json& entry : part) shorten(entry);
}

Json small(const Record& record, const std::set<std::string>& outputs) {
  Record own = record;
  own.result.reported.clear();
  own.result.final.reset();
  own.code.reset();
  if (own.result.energy) {
    own.result.energy->series_t.clear();
    own.result.energy->series_drift.clear();
  }
  if (own.result.outputs)
    std::erase_if(*own.result.outputs,
                  [&](const auto& output) { return !outputs.contains(output.first); });
  if (own.result.error)
    std::erase_if(own.result.error->outputs,
                  [&](const auto& output) { return !outputs.contains(output.first); });
  if (own.result.runtime) own.result.runtime->samples = {own.result.runtime->median};
  Json& environment = own.environment;
  environment = {{"git", environment.value("git", Json())},
                 {"cpu", environment.value(Json::json_pointer("/cpu/model"), Json())},
                 {"compiler", environment.value("compiler", Json())},
                 {"native", environment.value("native", Json())}};
  environment["hash"] = Hasher().update(environment.dump()).hex();
  Json json = to_json(own);
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
        lines += small(row.record, uses[experiment].outputs).dump() + "\n";
    if (lines.empty()) continue;
    write_atomically(into / experiment / "experiment.json",
                     read_experiment(from / experiment).dump() + "\n");
    files.push_back((into / experiment / "records.jsonl").string());
    write_atomically(files.back(), lines);
  }
  return files;
}

}  // namespace stiffbench
