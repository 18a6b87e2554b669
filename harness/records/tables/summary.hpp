#pragma once

#include "harness/records/rows.hpp"

#include <span>

namespace stiffbench {

/// The runs of each method on one problem in short, in the order of the rows:
///   [{"method", "integrator", "family", "runs", "ok", "order", "slope", "largest_h",
///     "smallest_error", "below_floor", "front", "places": [to_json(Place)],
///     "failures": [{"status", "sign", "count", "coarsest", "finest", "reason"}]}]
/// `slope` is that of the finest asymptotic run, `largest_h` the largest fixed step of a run that
/// ended well, `front` the number of runs on the Pareto front. `coarsest` and `finest` are steps,
/// or tolerances of a method that chooses its steps; `reason` is that of the coarsest run.
Json summarize(std::span<const Row> of_problem);

}  // namespace stiffbench
