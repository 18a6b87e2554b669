#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiffbench {

/// A C++ source as its tokens: comments are left out, and so is white space but for one blank
/// between two words and the line end of a preprocessor directive. Two sources that differ in
/// remarks and layout alone have the same tokens.
std::string tokens_of(std::string_view source);

/// The paths that the source includes, with quotes or angle brackets, in their order.
std::vector<std::string> included_paths(std::string_view source);

}  // namespace stiffbench
