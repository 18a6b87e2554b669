#pragma once

#include "harness/cli/command.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Reads the words that stand behind a command's name into the targets of its arguments. Returns
/// false when they ask for --help, which is then printed with this name of the program. Words that
/// the command does not take are Errors.
bool parse_arguments(const std::string& program, const CommandFacts& command,
                     const ArgumentList& arguments, const std::vector<std::string>& words);

}  // namespace stiffbench
