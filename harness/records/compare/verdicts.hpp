#pragma once

#include "harness/records/compare/comparison.hpp"

namespace stiffbench {

/// The changes between two records of one run, but for its order and its time.
Changes changes_of(const Record& before, const Record& after, Tolerances tolerances);

/// Whether an error lies so far above the floor of its reference, and above round-off, that an
/// order can be measured by it.
bool shows_order(const Record& record);

/// The change of the order that a method shows between a run and the run of its next larger step.
/// An order that falls because the larger step's error fell is not worse, nor the inverse better.
Change order_change(const RunComparison& coarse, const RunComparison& fine, double tolerance);

/// "1e-05 -> 2e-05 (x 2)"; a ratio that reads 1 is given as a relative difference.
std::string change_text(double before, double after);

}  // namespace stiffbench
