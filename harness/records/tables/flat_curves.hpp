#pragma once

#include "harness/records/rows.hpp"

#include <vector>

namespace stiffbench {

/// Returns, of each method on each problem, the run with the largest step or tolerance if the curve
/// is flat there: both it and the next run end ok, and its error is at most half as large again. A
/// still larger step would then probably reach the error in less time. The rows must be in the
/// order of make_rows().
std::vector<const Row*> flat_at_largest_step(const std::vector<Row>& rows);

}  // namespace stiffbench
