#pragma once

#include "harness/json.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// The records of a sweep's folder, in the order of its records.jsonl; of a run that was repeated
/// the last one only. An Error when there is no such file, and when a line is no record.
std::vector<Json> read_records(const std::filesystem::path& folder);

/// A member of an object that may be null or lack it.
Json member(const Json& object, const std::string& name);

}  // namespace stiffbench
