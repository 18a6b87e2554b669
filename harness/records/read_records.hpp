#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench {

/// A record and its place in a file.
struct RecordLine {
  Json json;
  Record record;
  std::filesystem::path file;
  long number;  ///< line number, counted from 1

  std::string place() const;  ///< "FILE:NUMBER"
};

/// Lines that are not records and may be skipped with a note on stderr. All others are Errors.
enum class LeftOut {
  damaged,  ///< any damaged line; the note counts them
  torn,     ///< an incomplete last line, which a killed sweep leaves
  none
};

/// Calls `visit` for every record of a sweep's folder or of a file of records, in order, with one
/// record in memory at a time. A missing file is an Error.
void each_record(const std::filesystem::path& place, const std::function<void(RecordLine&)>& visit,
                 LeftOut left_out = LeftOut::damaged);

/// Reads the records of a sweep's folder or of a file of records, in order. If two records have the
/// same id, the last one is used. A missing file and a file without records are Errors. Unless
/// `left_out` is none, runs that still need timed samples follow, with a note: their records,
/// without times, are in unfinished.jsonl.
std::vector<Record> read_records(const std::filesystem::path& place,
                                 LeftOut left_out = LeftOut::damaged);

/// Returns the folders with records in `folder`, and in the folders that group them, by their own
/// names; a former name of an experiment counts as today's.
std::map<std::string, std::filesystem::path> folders_of_records(
    const std::filesystem::path& folder);

/// Returns the experiment that a sweep copied into its folder; null if there is none.
Json read_experiment(const std::filesystem::path& folder);

}  // namespace stiffbench
