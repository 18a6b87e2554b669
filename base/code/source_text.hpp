#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiffbench {

/// Returns the tokens of a C++ source. Comments and white space are removed, except for one blank
/// between two words and the line end of a preprocessor directive. Two sources that differ only in
/// comments and layout have the same tokens.
std::string tokens_of(std::string_view source);

/// Returns the paths of all include directives, with quotes or angle brackets, in order.
std::vector<std::string> included_paths(std::string_view source);

}  // namespace stiffbench
