#pragma once

#include "harness/records/rows.hpp"

namespace stiffbench {

/// Fills Row::weights and Row::weighted_work of one problem's rows. The times of the runs of our
/// own methods are fitted by a sum of their counters with weights of no negative sign, in the sense
/// of least squares of relative deviations. Rows are left as they are where fewer runs than
/// counters were timed, or where the fit gives the force no weight.
void weigh_work(std::span<Row> of_problem);

}  // namespace stiffbench
