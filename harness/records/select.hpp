#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Selection of the rows of a figure. A pattern matches the name of an integrator or problem, its
/// label, or a family of methods (base/text/patterns.hpp).
struct RowSelection {
  std::vector<std::string> only = {};        ///< patterns to include; empty: all
  std::vector<std::string> exceptions = {};  ///< patterns to exclude
};

/// Returns the selected rows, compared only with each other. If `only` names only methods, all
/// problems stay, and vice versa. Throws an Error for a pattern that matches nothing, and if no row
/// is left.
std::vector<Row> select(std::vector<Row> rows, const RowSelection& selection);

}  // namespace stiffbench
