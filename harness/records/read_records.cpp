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

}  // namespace

std::vector<Record> read_records(const std::filesystem::path& place, TornLine torn) {
  namespace fs = std::filesystem;
  const fs::path file = fs::is_regular_file(place) ? place : place / "records.jsonl";
  std::ifstream lines(file);
  if (!lines)
    throw Error("a folder of records holds records.jsonl", place.string(),
                "make one with stiffbench run EXPERIMENT --out DIR");
  std::vector<Record> records;
  std::map<std::string, std::size_t> places;
  long number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string line_name = fmt::format("{}:{}", file.string(), ++number);
    if (lines.eof() && !Json::accept(line)) {  // it has no line break
      if (torn == TornLine::refuse)
        throw Error("every line of records.jsonl is whole", "an incomplete one at " + line_name,
                    "run the experiment to its end: the sweep goes on from there");
      fmt::print(stderr, "note: {} is incomplete and is left out\n", line_name);
      break;
    }
    Record record = parse_record(line, line_name);
    const auto [entry, is_new] = places.emplace(record.id, records.size());
    if (is_new)
      records.push_back(std::move(record));
    else
      records[entry->second] = std::move(record);
  }
  if (records.empty())
    throw Error("tables and figures need at least one record", "none in " + file.string(),
                "run the experiment to its end");
  return records;
}

}  // namespace stiffbench
