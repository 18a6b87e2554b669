#pragma once

#include "harness/cli/terminal/text.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

namespace stiffbench {

/// Prints the entries of "remarks" of a table, if any.
inline void print_remarks(const Json& table) {
  for (const Json& remark : table.value("remarks", Json::array()))
    fmt::print("{}", paragraph("-", 2, remark));
}

}  // namespace stiffbench
