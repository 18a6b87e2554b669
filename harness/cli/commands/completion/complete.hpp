#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// What may stand in place of the last of these words of a command line, which may be empty or
/// begun and follows the program's name. Empty where files may stand there.
std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace stiffbench
