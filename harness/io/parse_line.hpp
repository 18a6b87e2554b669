#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// The levels of lists and objects that are read. What copies, compares and prints JSON calls
/// itself once a level, and would overflow its stack.
inline constexpr int most_levels = 100;

/// The place of the first bracket beyond these levels, or npos. The text may be malformed.
std::size_t too_deep(const std::string& text);

/// A line of a file as JSON; a discarded value where it is malformed or has too many levels.
Json parse_line(const std::string& line);

}  // namespace stiffbench
