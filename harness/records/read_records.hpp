#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench {

/// A record as it stands in a file.
struct RecordLine {
  Json json;
  Record record;
  std::filesystem::path file;
  long number;  ///< of the line, counted from 1

  std::string place() const;  ///< "FILE:NUMBER"
};

/// What to do with an incomplete last line, which a killed sweep leaves: skip it with a note on
/// stderr, or throw an Error.
enum class TornLine { skip, refuse };

/// Calls `visit` for every record of a sweep's folder, or of a file of records, in their order, and
/// holds one at a time. A missing file and a line that is no record are Errors.
void each_record(const std::filesystem::path& place, const std::function<void(RecordLine&)>& visit,
                 TornLine torn = TornLine::skip);

/// Reads the records of a sweep's folder, or of a file of records, in their order. Where two
/// records have one id, the last one counts. A missing file, a file without records and a line that
/// is no record are Errors. Runs that wait for their timed samples follow, with a note, unless
/// incomplete lines are refused: their records, which have no times yet, stand in unfinished.jsonl.
std::vector<Record> read_records(const std::filesystem::path& place,
                                 TornLine torn = TornLine::skip);

/// The folders with records in this one, and in folders that group them, by their own names.
std::map<std::string, std::filesystem::path> folders_of_records(
    const std::filesystem::path& folder);

/// The experiment of which a sweep left a copy in its folder; null where there is none.
Json read_experiment(const std::filesystem::path& folder);

}  // namespace stiffbench
