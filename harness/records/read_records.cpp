#include "harness/records/read_records.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>

namespace stiffbench {
namespace {

constexpr const char* again = "delete that line, or run the experiment again with this version";

/// The record in a line; `place` (file and number of the line) appears in Errors.
Record parse_record(const std::string& line, const std::string& place) {
  const Json json = Json::parse(line, nullptr, false);
  const std::string rule = "every line of records.jsonl is one record, a JSON object";
  if (!json.is_object()) throw Error(rule, "a malformed line at " + place, again);
  const Json schema = json.value("schema", Json(nullptr));
  if (schema != "stiffbench.record/1")
    throw Error("records have the schema stiffbench.record/1", schema.dump() + " at " + place,
                again);
  try {
    return record_from_json(json);
  } catch (const Json::exception&) {
    throw Error(rule, "a record that breaks results/schema/record.schema.json at " + place, again);
  }
}

/// Calls `visit` with every whole line of a file and its place; a last line without a line break is
/// left out, with a note on stderr, unless it is whole.
void each_line(const std::filesystem::path& file, const auto& visit) {
  std::ifstream lines(file);
  long number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string place = fmt::format("{}:{}", file.string(), ++number);
    if (lines.eof() && !Json::accept(line)) {  // it has no line break
      fmt::print(stderr, "note: {} is incomplete and is left out\n", place);
      return;
    }
    visit(line, place);
  }
}

/// Adds the records of runs that are observed, and not all of whose timed samples are there.
void add_unfinished(const std::filesystem::path& file, std::vector<Record>& records,
                    std::map<std::string, std::size_t>& places) {
  const std::size_t finished = records.size();
  each_line(file, [&](const std::string& line, const std::string& place) {
    if (!Json::parse(line, nullptr, false).contains("schema")) return;  // a timed sample
    Record record = parse_record(line, place);
    if (places.emplace(record.id, records.size()).second) records.push_back(std::move(record));
  });
  if (records.size() > finished)
    fmt::print(stderr,
               "note: of {} runs the times are not there yet: the sweep is under way, or was "
               "stopped\n",
               records.size() - finished);
}

}  // namespace

std::vector<Record> read_records(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "records.jsonl";
  if (!std::ifstream(file))
    throw Error("a folder of records holds records.jsonl", folder.string(),
                "make one with stiffbench run EXPERIMENT --out DIR");
  std::vector<Record> records;
  std::map<std::string, std::size_t> places;
  each_line(file, [&](const std::string& line, const std::string& place) {
    Record record = parse_record(line, place);
    const auto [entry, is_new] = places.emplace(record.id, records.size());
    if (is_new)
      records.push_back(std::move(record));
    else
      records[entry->second] = std::move(record);
  });
  add_unfinished(folder / "unfinished.jsonl", records, places);
  if (records.empty())
    throw Error("tables and figures need at least one record", "none in " + file.string(),
                "run the experiment to its end");
  return records;
}

}  // namespace stiffbench
