#pragma once

#include "harness/cli/command.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Values that an argument may have, given the words of its command before it. It has suggestions
/// of its own, or choices, or else a name that means the same in every command, as --problem. Empty
/// where any text or file may stand.
std::vector<std::string> suggested_values(const Argument& argument,
                                          const std::vector<std::string>& before);

}  // namespace stiffbench
