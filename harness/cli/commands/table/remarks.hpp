#pragma once

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace stiffbench {

/// Prints the remarks on a table as a list.
inline void print_remarks(const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks) fmt::print("{}", paragraph("-", 2, remark));
}

}  // namespace stiffbench
