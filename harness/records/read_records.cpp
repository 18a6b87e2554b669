#include "harness/records/read_records.hpp"

#include "base/error.hpp"
#include "harness/io/former_names.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/io/lines/damaged_lines.hpp"
#include "harness/io/lines/parse_line.hpp"
#include "harness/io/read_text.hpp"
#include "harness/io/schema.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>

namespace stiffbench {
namespace {

/// Returns the rule that a record violates: the schema and its part, or the library's message.
std::string broken_rule(const Json& json, const std::string& otherwise) {
  try {
    validate(json, "record", "");
    return otherwise;
  } catch (const Error& error) {
    const std::string text = error.what();  // " must follow SCHEMA, where PART is ...; got; remedy"
    const auto begin = text.find("results/schema");
    return text.substr(begin, text.rfind("; ") - begin);
  }
}

/// Parses the record of a line from its JSON. Returns the reason of failure, or an empty string.
std::string parse_record(RecordLine& line) {
  if (!line.json.is_object()) return "a malformed line";
  rename_in_record(line.json);
  const Json schema = line.json.value("schema", Json(nullptr));
  if (schema != "stiffbench.record/1")
    return fmt::format("a line of schema {}, and not stiffbench.record/1", schema.dump());
  try {
    line.record = record_from_json(line.json);
    return "";
  } catch (const Json::exception& error) {
    return "a line that breaks " + broken_rule(line.json, error.what());
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.substr(0, text.rfind("; "));  // all damaged lines share one remedy
  }
}

std::filesystem::path file_of(const std::filesystem::path& place) {
  std::error_code ignored;  // opening the file reports the reason
  return std::filesystem::is_regular_file(place, ignored) ? place : place / "records.jsonl";
}

/// Calls `visit` for every line of a file that is a record and not accepted by `is_other`.
void each_line(const std::filesystem::path& file, LeftOut left_out, const auto& is_other,
               const auto& visit) {
  std::ifstream lines = open_to_read(file);
  RecordLine line{.json = {}, .record = {}, .file = file, .number = 0};
  DamagedLines damaged(file);
  CommonMembers common;
  for (std::string text; std::getline(lines, text);) {
    ++line.number;
    line.json = parse_line(text);
    if (lines.eof() && line.json.is_discarded()) {  // no line break follows
      if (left_out == LeftOut::none)
        throw Error("every line of records.jsonl is whole", "an incomplete one at " + line.place(),
                    "run the experiment to its end: the sweep goes on from there");
      fmt::print(stderr, "note: {} is incomplete and is left out\n", line.place());
      break;
    }
    if (is_other(line.json)) continue;
    if (common.take(line.json)) continue;
    if (const std::string reason = parse_record(line); reason.empty())
      visit(line);
    else if (left_out == LeftOut::damaged)
      damaged.add(line.number, reason);
    else
      throw Error("every line of records.jsonl is one record, a JSON object",
                  reason + " at " + line.place(), DamagedLines::remedy);
  }
}

/// Adds the records of runs that were observed but lack some timed samples. They are in
/// unfinished.jsonl, beside the file of the finished ones.
void add_unfinished(const std::filesystem::path& finished_file, std::vector<Record>& records,
                    std::map<std::string, std::size_t>& places) {
  const std::size_t finished = records.size();
  const auto file = finished_file.parent_path() / "unfinished.jsonl";
  if (!std::filesystem::exists(file)) return;
  const auto is_sample = [](const Json& json) { return json.contains("sample"); };
  each_line(file, LeftOut::damaged, is_sample, [&](RecordLine& line) {
    if (places.emplace(line.record.id, records.size()).second)
      records.push_back(std::move(line.record));
  });
  if (records.size() > finished)
    fmt::print(stderr,
               "note: of {} runs the times are not there yet: the sweep is under way, or was "
               "stopped\n",
               records.size() - finished);
}

}  // namespace

std::string RecordLine::place() const { return fmt::format("{}:{}", file.string(), number); }

void each_record(const std::filesystem::path& place, const std::function<void(RecordLine&)>& visit,
                 LeftOut left_out) {
  const std::filesystem::path file = file_of(place);
  std::error_code reason;
  if (!std::filesystem::exists(file, reason) && !reason)
    throw Error("a folder of records holds records.jsonl", place.string(),
                "make one with stiffbench run EXPERIMENT --out DIR");
  each_line(
      file, left_out, [](const Json&) { return false; }, visit);
}

std::vector<Record> read_records(const std::filesystem::path& place, LeftOut left_out) {
  std::vector<Record> records;
  std::map<std::string, std::size_t> places;
  const auto add = [&](RecordLine& line) {
    const auto [entry, is_new] = places.emplace(line.record.id, records.size());
    if (is_new)
      records.push_back(std::move(line.record));
    else
      records[entry->second] = std::move(line.record);
  };
  each_record(place, add, left_out);
  if (left_out != LeftOut::none) add_unfinished(file_of(place), records, places);
  if (records.empty())
    throw Error("a folder of records holds at least one record",
                "none in " + file_of(place).string(),
                "a sweep that was stopped goes on with the command that began it");
  return records;
}

std::map<std::string, std::filesystem::path> folders_of_records(
    const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, fs::path> folders;
  const auto add = [&](const fs::path& one) {
    const bool has_records = fs::exists(one / "records.jsonl");
    const std::string name = one.filename().string(), current = current_experiment(name);
    if (has_records && (name == current || !folders.contains(current))) folders[current] = one;
    return has_records;
  };
  if (!fs::is_directory(folder)) return folders;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory() || add(entry.path())) continue;
    for (const auto& inner : fs::directory_iterator(entry.path()))
      if (inner.is_directory()) add(inner.path());
  }
  return folders;
}

Json read_experiment(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "experiment.json";
  if (!std::filesystem::exists(file)) return nullptr;
  Json experiment = read_json(file);
  rename_in_experiment(experiment);
  validate(experiment, "experiment", file.string());
  return experiment;
}

}  // namespace stiffbench
