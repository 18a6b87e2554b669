#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Maximum nesting of lists and objects. Copying, comparing and printing JSON is recursive and
/// would overflow the stack.
inline constexpr int most_levels = 100;

/// Returns the position of the first bracket beyond most_levels, or npos. The text may be
/// malformed.
std::size_t too_deep(const std::string& text);

/// Parses a line as JSON; returns a discarded value if it is malformed or nested too deeply.
Json parse_line(const std::string& line);

}  // namespace stiffbench
