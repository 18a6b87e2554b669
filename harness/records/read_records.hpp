#pragma once

#include "harness/records/record.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// What to do with an incomplete last line, which a killed sweep leaves.
enum class TornLine { skip, refuse };

/// Reads the records of a sweep's folder, or of a file of records, in their order. Where two
/// records have one id, the last one counts. A missing file, a file without records and a line that
/// is no record are Errors. An incomplete last line is skipped with a note on stderr, or is an
/// Error.
std::vector<Record> read_records(const std::filesystem::path& place,
                                 TornLine torn = TornLine::skip);

}  // namespace stiffbench
