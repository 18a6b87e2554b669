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

/// Adds those members of `common` that the object lacks, and those of its members.
void add_common_members(Json& object, const Json& common);

}  // namespace stiffbench
