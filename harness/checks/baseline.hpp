#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Reduces a record to the entries that comparisons read, with 9 significant digits, so that files
/// of such records are small and their differences legible.
Record compact(Record record);

/// Runs `folder`/experiment.json untimed in a separate folder and returns compact records, only
/// those of `integrator` if it is given. A folder without that file is an Error.
std::vector<Record> run_baseline(const std::filesystem::path& folder,
                                 const std::string& integrator = "");

/// Writes the records of a baseline, `folder`/records.jsonl, atomically.
void write_baseline(const std::filesystem::path& folder, const std::vector<Record>& records);

}  // namespace stiffbench
