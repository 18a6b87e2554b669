#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// One timed sample of a run (s): stepping alone, and the preparation before it.
struct Sample {
  double setup = 0, stepping = 0;
};

/// Steps from start to end in a tight loop, nothing else inside the clock. A run shorter than a
/// millisecond is repeated, each time from a fresh copy, and the mean is the sample. A step that
/// fails is an Error: only runs whose observed pass was ok are timed.
Sample time_run(const RunPlan& plan);

/// Steps for about 10 ms, or one run if that is shorter: caches, pages and the clock rate of the
/// CPU are then those of a running program.
void warm_up(const RunPlan& plan);

/// Medians of preparation and of stepping, and the stepping's median absolute deviation.
Runtime summary(const std::vector<Sample>& samples);

}  // namespace stiffbench
