#pragma once

#include "harness/cli/command.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Returns possible values of an argument, given the preceding words of its command. They come from
/// its own suggestions, its choices, or else a name with the same meaning in every command, such as
/// --problem. The result is empty if any text or file may be given.
std::vector<std::string> suggested_values(const Argument& argument,
                                          const std::vector<std::string>& before);

}  // namespace stiffbench
