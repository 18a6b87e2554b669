#pragma once

#include "harness/io/json.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// The records of a sweep's folder, in the order of its records.jsonl; of a run that was repeated
/// the last one only. An Error when there is no such file, and when a line is no record.
std::vector<Json> read_records(const std::filesystem::path& folder);

/// How tables call the integrator of each record: its title or name, and the parameters in which it
/// differs from others of that name on the same problem. (Not rtol, through which an integrator
/// gets its tolerance: a sweep over tolerances is one method.)
std::vector<std::string> method_labels(const std::vector<Json>& records);

/// A problem's or integrator's title, or its name where it has none.
std::string label_of(const Json& thing);

/// A member of an object that may be null or lack it.
Json member(const Json& object, const std::string& name);

}  // namespace stiffbench
