#include "harness/replications/small_records.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/text/read_number.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/records/code/interpreted.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/tables/time_to_error.hpp"
#include "harness/replications/claims/replication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// The parts of an experiment's records that pages read: ids of rows, parts of records, names of
/// outputs and of what integrators report.
struct Uses {
  std::set<std::string> ids, outputs;
  std::set<RecordPart> parts;
};

/// Adds the parts read by the rule of a claim, for the only experiment in the evidence.
void add_uses(Uses& uses, const Claim& claim, const Evidence& evidence) {
  if (!claim.rule) return;
  for (const auto& [choice, quantity] : claim.rule->uses()) {
    if (!evidence.contains(choice.experiment)) continue;
    for (const Row* row : choose(evidence, choice)) uses.ids.insert(row->record.id);
    if (!quantity) continue;
    uses.parts.insert(quantity->parts().begin(), quantity->parts().end());
    uses.outputs.insert(quantity->detail);
  }
}

Uses uses_of(const Evidence& evidence) {
  Uses uses;
  const auto add = [&](const ClaimSet& replication) {
    for (const Claim& claim : replication.claims) add_uses(uses, claim, evidence);
  };
  for (const std::string& name : replication_names()) add(load_replication(name));
  for (const std::string& name : aims_names()) add(load_aims(name));
  const std::vector<Row>& rows = evidence.begin()->second;
  if (has_times_to_errors(rows)) {
    for (const Row& row : rows) uses.ids.insert(row.record.id);
    uses.parts.insert({RecordPart::error, RecordPart::runtime});
  }
  if (uses.ids.empty()) {  // only the page of every experiment, which tells that it was run
    for (const Row& row : rows) uses.ids.insert(row.record.id);
    uses.parts = {RecordPart::error, RecordPart::energy};
  }
  return uses;
}

/// Rounds every number of a part of a record to this number of digits.
void shorten(Json& part, int digits) {
  if (part.is_number_float()) part = rounded(part.get<double>(), digits);
  if (part.is_structured())
    for (Json& entry : part) shorten(entry, digits);
}

/// Rounds every number up to this number of digits: they are bounds.
void shorten_up(Json& part, int digits) {
  for (Json& entry : part)
    if (entry.is_number_float() && entry.get<double>() > 0) {
      const double value = entry.get<double>();
      const double unit = std::pow(10., std::floor(std::log10(value)) - (digits - 1));
      constexpr double round_off = 1e-12;  // of the quotient: such a number stays as it is
      entry = rounded(unit * std::ceil(value / unit * (1 - round_off)), digits);
    }
}

/// Removes the parts of a result that no page reads.
void reduce(RunResult& result, const Uses& uses) {
  const auto is_unused = [&](const auto& output) { return !uses.outputs.contains(output.first); };
  const auto reduce_part = [&](RecordPart part, auto& field) {
    if (!uses.parts.contains(part)) field.reset();
  };
  std::erase_if(result.reported, [&](const auto& entry) {
    const bool is_read = uses.parts.contains(RecordPart::reported) && !is_unused(entry);
    return entry.first != interpreted_mark && !is_read;
  });
  result.final.reset();
  reduce_part(RecordPart::memory, result.peak_bytes);
  reduce_part(RecordPart::error, result.error);
  reduce_part(RecordPart::energy, result.energy);
  reduce_part(RecordPart::runtime, result.runtime);
  reduce_part(RecordPart::work, result.work);
  reduce_part(RecordPart::outputs, result.outputs);
  if (result.energy) {
    result.energy->series_t.clear();
    result.energy->series_drift.clear();
  }
  if (result.outputs) std::erase_if(*result.outputs, is_unused);
  if (result.error) std::erase_if(result.error->outputs, is_unused);
}

/// Returns the environment as shown on pages.
Json small_environment(const Json& all) {
  const std::string cpu = cpu_label(all);
  Json own{{"git", all.value("git", Json())},
           {"cpu", cpu.empty() ? Json() : Json(cpu)},
           {"compiler", all.value("compiler", Json())},
           {"native", all.value("native", Json())}};
  constexpr std::size_t commit_digits = 12, hash_digits = 16;
  if (own["git"].contains("commit"))
    own["git"]["commit"] = own["git"]["commit"].get<std::string>().substr(0, commit_digits);
  own["hash"] = Hasher().update(own.dump()).hex().substr(0, hash_digits);
  return own;
}

/// Adds the day of the first record, on which the sweep began, and the sweep's duration (s), which
/// small records state themselves.
void add_day_and_duration(std::vector<Json>& records, const Record& first,
                          std::optional<double> seconds) {
  for (Json& record : records) {
    Json& environment = record["environment"];
    if (first.environment.contains("date")) environment["date"] = first.environment["date"];
    if (first.environment.contains("seconds"))
      environment["seconds"] = first.environment["seconds"];
    else if (seconds)
      environment["seconds"] = rounded(*seconds, 3);
  }
}

/// Returns what makes times of two small records comparable: CPU, build, and the code that takes
/// them. The commit may be a later one: a sweep that goes on keeps the runs whose code is the same.
Json conditions_of(const Json& small_record) {
  const Json& environment = small_record["environment"];
  const Json code = small_record.value("code", Json());
  if (!code.is_object()) return environment;
  return {environment["cpu"], environment["compiler"], environment["native"], code["harness"],
          code["build"]};
}

/// The groups of lines: the runs on a problem, and those of a method on it.
std::vector<GroupKey> groups_of_records() {
  return {[](const Json& record) { return record["problem"]; },
          [](const Json& record) {
            const Json& integrator = record["integrator"];
            return Json::array({integrator["name"], integrator.value("title", Json())});
          }};
}

Json small(Record record, const Uses& uses) {
  reduce(record.result, uses);
  record.environment = small_environment(record.environment);
  if (record.tuning) record.tuning->tried.clear();
  Json json = to_json(record);
  if (json["error"].contains("floor")) shorten_up(json["error"]["floor"], 3);
  // Claims on energies and outputs need more digits than errors and times.
  for (const auto& [name, digits] :
       {std::pair{"error", 5}, {"runtime", 4}, {"tuning", 4}, {"energy", 10}, {"outputs", 10}})
    if (json.contains(name)) shorten(json[name], digits);
  if (json["integrator"].contains("reported")) shorten(json["integrator"]["reported"], 6);
  return json;
}

}  // namespace

fs::path write_small_records(const fs::path& folder, const fs::path& into,
                             std::optional<double> seconds) {
  const Json experiment = read_experiment(folder);
  if (experiment.is_null())
    throw Error("small records stand under the name of their experiment",
                "no experiment.json in " + folder.string(), "give the folder of a sweep");
  const std::string name = experiment["name"];
  if (fs::exists(folder / "unfinished.jsonl"))
    throw Error("small records are those of a sweep that is done",
                "unfinished.jsonl in " + folder.string(),
                fmt::format("go on with 'stiffbench run {} --out {}'", name, folder.string()));
  const Evidence evidence{{name, read_rows(folder, "current")}};
  const Uses uses = uses_of(evidence);
  std::vector<Json> records;
  std::set<std::string> conditions;
  for (const Row& row : evidence.at(name))
    if (uses.ids.contains(row.record.id)) {
      Json record = small(row.record, uses);
      conditions.insert(conditions_of(record).dump());
      records.push_back(std::move(record));
    }
  if (conditions.size() > 1)
    throw Error("small records come from one build and one harness on one machine",
                fmt::format("{} of them in {}", conditions.size(), folder.string()),
                "run the experiment into another folder");
  const auto folders = folders_of_records(into);
  const fs::path own = folders.contains(name) ? folders.at(name) : into / name;
  write_atomically(own / "experiment.json", experiment.dump() + "\n");
  add_day_and_duration(records, evidence.at(name).front().record, seconds);
  const fs::path file = own / "records.jsonl";
  write_atomically(file, lines_with_common_members(records, groups_of_records()));
  return file;
}

}  // namespace stiffbench
