#include "harness/records/read_records.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>

namespace stiffbench {
namespace {

constexpr const char* again = "delete that line, or run the experiment again with this version";

/// Reads the record of a line from its JSON.
void parse_record(RecordLine& line) {
  const std::string rule = "every line of records.jsonl is one record, a JSON object";
  if (!line.json.is_object()) throw Error(rule, "a malformed line at " + line.place(), again);
  const Json schema = line.json.value("schema", Json(nullptr));
  if (schema != "stiffbench.record/1")
    throw Error("records have the schema stiffbench.record/1",
                schema.dump() + " at " + line.place(), again);
  try {
    line.record = record_from_json(line.json);
  } catch (const Json::exception&) {
    throw Error(rule, "a record that breaks results/schema/record.schema.json at " + line.place(),
                again);
  }
}

/// Calls `visit` with every whole line of a file; a last line without a line break is left out, with
/// a note on stderr, unless it is whole.
void each_line(const std::filesystem::path& file, const auto& visit) {
  std::ifstream lines(file);
  RecordLine line{.json = {}, .record = {}, .file = file, .number = 0};
  for (std::string text; std::getline(lines, text);) {
    ++line.number;
    line.json = Json::parse(text, nullptr, false);
    if (lines.eof() && line.json.is_discarded()) {  // it has no line break
      fmt::print(stderr, "note: {} is incomplete and is left out\n", line.place());
      return;
    }
    visit(line);
  }
}

/// Adds the records of runs that are observed, and not all of whose timed samples are there.
void add_unfinished(const std::filesystem::path& file, std::vector<Record>& records,
                    std::map<std::string, std::size_t>& places) {
  const std::size_t finished = records.size();
  each_line(file, [&](RecordLine& line) {
    if (!line.json.contains("schema")) return;  // a timed sample
    parse_record(line);
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

void each_record(const std::filesystem::path& folder,
                 const std::function<void(RecordLine&)>& visit) {
  const std::filesystem::path file = folder / "records.jsonl";
  if (!std::ifstream(file))
    throw Error("a folder of records holds records.jsonl", folder.string(),
                "make one with stiffbench run EXPERIMENT --out DIR");
  each_line(file, [&](RecordLine& line) {
    parse_record(line);
    visit(line);
  });
}

std::vector<Record> read_records(const std::filesystem::path& folder) {
  std::vector<Record> records;
  std::map<std::string, std::size_t> places;
  each_record(folder, [&](RecordLine& line) {
    const auto [entry, is_new] = places.emplace(line.record.id, records.size());
    if (is_new)
      records.push_back(std::move(line.record));
    else
      records[entry->second] = std::move(line.record);
  });
  add_unfinished(folder / "unfinished.jsonl", records, places);
  if (records.empty())
    throw Error("tables and figures need at least one record",
                "none in " + (folder / "records.jsonl").string(), "run the experiment to its end");
  return records;
}

}  // namespace stiffbench
