#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// The records of a sweep's folder, in the order of its records.jsonl; of a run that was repeated
/// the last one only. An Error when there is no such file or no record in it, and when a line is no
/// record. A last line that a killed sweep left incomplete is passed over with a note on stderr.
std::vector<Record> read_records(const std::filesystem::path& folder);

}  // namespace stiffbench
