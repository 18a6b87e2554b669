#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Returns completions of the last of these words, which follow the program's name; it may be empty
/// or incomplete. The result is empty if files may be given there.
std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace stiffbench
