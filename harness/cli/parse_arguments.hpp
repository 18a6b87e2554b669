#pragma once

#include "harness/cli/command.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Parses the words after a command's name into the targets of its arguments. If one of them is
/// --help, prints the help and returns false. Words that the command does not accept are Errors.
bool parse_arguments(const CommandFacts& command, const ArgumentList& arguments,
                     const std::vector<std::string>& words);

}  // namespace stiffbench
