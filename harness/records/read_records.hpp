#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <functional>
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

/// Calls `visit` for every record of a sweep's folder, in the order of its records.jsonl, and holds
/// one at a time. A missing file and a line that is no record are Errors. A last line that a killed
/// sweep left incomplete is skipped with a note on stderr.
void each_record(const std::filesystem::path& folder,
                 const std::function<void(RecordLine&)>& visit);

/// Reads the records of a sweep's folder, in the order of its records.jsonl. Where two records have
/// one id, the last one counts. A missing file, a file without records and a line that is no record
/// are Errors. A last line that a killed sweep left incomplete is skipped with a note on stderr.
/// Runs that wait for their timed samples follow, with a note: their records, which have no times
/// yet, stand in unfinished.jsonl.
std::vector<Record> read_records(const std::filesystem::path& folder);

}  // namespace stiffbench
