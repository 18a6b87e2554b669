#pragma once

#include "harness/records/rows.hpp"

namespace stiffbench {

/// Sets Row::weights and Row::weighted_work of the rows of one problem. The times of the runs of
/// native methods are fitted by sums of their counters with nonnegative weights, in the
/// least-squares sense of relative deviations. The rows remain unchanged if fewer runs than
/// counters were timed, or if the fit assigns the force no weight.
void weigh_work(std::span<Row> of_problem);

}  // namespace stiffbench
