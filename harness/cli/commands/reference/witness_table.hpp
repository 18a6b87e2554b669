#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// The first two lines of a table of witnesses in Markdown.
std::string witness_table_head();

/// The lines of one reference: one for each of its witnesses, or one that says that there is none.
/// Distances and errors are relative, to the largest certified position and velocity.
std::string witness_table_lines(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
