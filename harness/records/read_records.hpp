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

/// Lines that are no records: those that are left out with a note on stderr. Others are Errors.
enum class LeftOut {
  damaged,  ///< any, and all are counted
  torn,     ///< an incomplete last line, which a killed sweep leaves
  none
};

/// Calls `visit` for every record of a sweep's folder, or of a file of records, in their order, and
/// holds one at a time. A missing file is an Error.
void each_record(const std::filesystem::path& place, const std::function<void(RecordLine&)>& visit,
                 LeftOut left_out = LeftOut::damaged);

/// Reads the records of a sweep's folder, or of a file of records, in their order. Where two
/// records have one id, the last one counts. A missing file and a file without records are Errors.
/// Runs that wait for their timed samples follow, with a note, unless nothing may be left out:
/// their records, which have no times yet, stand in unfinished.jsonl.
std::vector<Record> read_records(const std::filesystem::path& place,
                                 LeftOut left_out = LeftOut::damaged);

/// The folders with records in this one, and in folders that group them, by their own names.
std::map<std::string, std::filesystem::path> folders_of_records(
    const std::filesystem::path& folder);

/// The experiment of which a sweep left a copy in its folder; null where there is none.
Json read_experiment(const std::filesystem::path& folder);

}  // namespace stiffbench
