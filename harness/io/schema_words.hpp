#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Refuses a document that breaks its schema at this place: the Error says what the schema wants
/// there, in words, and shows the value. It begins with `rule`, the document and the schema.
[[noreturn]] void refuse_place(const Json& schema, const Json& document,
                               const std::vector<std::string>& place, const std::string& rule);

}  // namespace stiffbench
