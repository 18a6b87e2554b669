#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// Reads the records of a sweep's folder, in the order of its records.jsonl. Where two records have
/// one id, the last one counts. A missing file, a file without records and a line that is no record
/// are Errors. A last line that a killed sweep left incomplete is skipped with a note on stderr.
/// Runs that wait for their timed samples follow, with a note: their records, which have no times
/// yet, stand in unfinished.jsonl.
std::vector<Record> read_records(const std::filesystem::path& folder);

}  // namespace stiffbench
