#pragma once

#include "harness/records/compare/comparison.hpp"

namespace stiffbench {

/// Returns the changes between two records of one run, except order and time.
Changes changes_of(const Record& before, const Record& after, Tolerances tolerances);

/// Returns true if the error is far enough above the floor of its reference and above round-off to
/// measure an order.
bool shows_order(const Record& record);

/// Returns the change of the order measured between a run and the run of the next larger step. A
/// lower order is not worse if it results from a smaller error at the larger step; the inverse is
/// not better.
Change order_change(const RunComparison& coarse, const RunComparison& fine, double tolerance);

/// Formats "1e-05 -> 2e-05 (x 2)"; a ratio that rounds to 1 is shown as a relative difference.
std::string change_text(double before, double after);

}  // namespace stiffbench
