#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// Returns the first two lines of a Markdown table of cross-checks.
std::string cross_check_table_head();

/// Returns the lines of one reference: one per cross-check, or a line stating that there is none.
/// Distances and errors are relative to the largest certified position and velocity.
std::string cross_check_table_lines(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
