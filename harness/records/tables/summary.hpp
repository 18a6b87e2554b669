#pragma once

#include "harness/records/rows.hpp"

#include <span>

namespace stiffbench {

/// Summarizes the runs of each method on one problem, in the order of the rows:
///   [{"method", "integrator", "family", "runs", "ok", "order", "slope", "largest_h",
///     "smallest_error", "below_floor", "front", "places": [to_json(Place)],
///     "failures": [{"status", "sign", "count", "coarsest", "finest", "reason"}]}]
/// `slope` belongs to the finest asymptotic run, `largest_h` is the largest fixed step of a run
/// that ended well, `front` the number of runs on the Pareto front. `coarsest` and `finest` are
/// steps, or tolerances of an adaptive method; `reason` is that of the coarsest run.
Json summarize(std::span<const Row> of_problem);

}  // namespace stiffbench
