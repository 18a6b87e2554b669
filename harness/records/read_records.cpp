#include "harness/records/read_records.hpp"

#include "base/error.hpp"
#include "harness/io/schema.hpp"

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
  } catch (const Error& error) {
    throw Error(line.place() + ": " + error.what());
  }
}

std::filesystem::path file_of(const std::filesystem::path& place) {
  return std::filesystem::is_regular_file(place) ? place : place / "records.jsonl";
}

/// Calls `visit` with every whole line of a file. A last line without a line break that is not
/// whole is left out, with a note on stderr, or is an Error.
void each_line(const std::filesystem::path& file, TornLine torn, const auto& visit) {
  std::ifstream lines(file);
  RecordLine line{.json = {}, .record = {}, .file = file, .number = 0};
  for (std::string text; std::getline(lines, text);) {
    ++line.number;
    line.json = Json::parse(text, nullptr, false);
    if (lines.eof() && line.json.is_discarded()) {  // it has no line break
      if (torn == TornLine::refuse)
        throw Error("every line of records.jsonl is whole", "an incomplete one at " + line.place(),
                    "run the experiment to its end: the sweep goes on from there");
      fmt::print(stderr, "note: {} is incomplete and is left out\n", line.place());
      return;
    }
    visit(line);
  }
}

/// Adds the records of runs that are observed, and not all of whose timed samples are there. They
/// stand beside the file of the finished ones.
void add_unfinished(const std::filesystem::path& finished_file, std::vector<Record>& records,
                    std::map<std::string, std::size_t>& places) {
  const std::size_t finished = records.size();
  const auto file = finished_file.parent_path() / "unfinished.jsonl";
  each_line(file, TornLine::skip, [&](RecordLine& line) {
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

void each_record(const std::filesystem::path& place, const std::function<void(RecordLine&)>& visit,
                 TornLine torn) {
  const std::filesystem::path file = file_of(place);
  if (!std::ifstream(file))
    throw Error("a folder of records holds records.jsonl", place.string(),
                "make one with stiffbench run EXPERIMENT --out DIR");
  each_line(file, torn, [&](RecordLine& line) {
    parse_record(line);
    visit(line);
  });
}

std::vector<Record> read_records(const std::filesystem::path& place, TornLine torn) {
  std::vector<Record> records;
  std::map<std::string, std::size_t> places;
  const auto add = [&](RecordLine& line) {
    const auto [entry, is_new] = places.emplace(line.record.id, records.size());
    if (is_new)
      records.push_back(std::move(line.record));
    else
      records[entry->second] = std::move(line.record);
  };
  each_record(place, add, torn);
  if (torn == TornLine::skip) add_unfinished(file_of(place), records, places);
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
    if (has_records) folders[one.filename().string()] = one;
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
  const Json experiment = read_json(file);
  validate(experiment, "experiment", file.string());
  return experiment;
}

}  // namespace stiffbench
