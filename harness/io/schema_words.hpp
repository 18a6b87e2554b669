#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Rejects a document that violates its schema at this place. The Error begins with `rule`, the
/// document and the schema, states in words what the schema requires there, and shows the value.
[[noreturn]] void refuse_place(const Json& schema, const Json& document,
                               const std::vector<std::string>& place, const std::string& rule);

}  // namespace stiffbench
