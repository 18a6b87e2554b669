#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The rows that a figure is about. A pattern fits the name of an integrator or problem, its label,
/// or a family of methods (base/text/patterns.hpp).
struct RowSelection {
  std::vector<std::string> only = {};        ///< if not empty, nothing else
  std::vector<std::string> exceptions = {};  ///< these not
};

/// The rows that the selection leaves, compared with each other alone. Where `only` names methods
/// alone, or problems alone, all of the other kind stay. Throws an Error for a pattern that fits
/// nothing, and where no row is left.
std::vector<Row> select(std::vector<Row> rows, const RowSelection& selection);

}  // namespace stiffbench
