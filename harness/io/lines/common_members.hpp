#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Key of the first line of a file whose lines share members: `{"common": MEMBERS}`.
inline constexpr const char* common_key = "common";

/// Returns lines for these objects: the members that all of them share with equal values, under
/// common_key, and then each object without those. Members of members count, too.
std::string lines_with_common_members(std::vector<Json> objects);

/// Returns true if the text of a line may be that of common members, which need not be parsed to
/// tell of a record that it is none.
bool may_be_common(const std::string& line);
/// Returns the members of a line that holds common ones, or null for any other line.
const Json* common_members(const Json& line);

/// Adds those members of `common` that the object lacks, and those of its members. An object with a
/// schema of its own is whole and stays as it is: a program may have added it to the file later.
void add_common_members(Json& object, const Json& common);

}  // namespace stiffbench
