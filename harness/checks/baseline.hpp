#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// The record without what no comparison reads, and with 9 significant digits: a file of such
/// records is small, and its changes can be read.
Record compact(Record record);

/// Runs `folder`/experiment.json in a folder of its own, untimed, and returns compact records;
/// those of one integrator if it is named. A folder without that file is an Error.
std::vector<Record> run_baseline(const std::filesystem::path& folder,
                                 const std::string& integrator = "");

/// Writes the records of a baseline, `folder`/records.jsonl, whole or not at all.
void write_baseline(const std::filesystem::path& folder, const std::vector<Record>& records);

}  // namespace stiffbench
