#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// One timed sample of a run (s): the preparation (init()), and all steps.
struct Sample {
  double setup = 0, stepping = 0;
  std::optional<long> core = {};  ///< on which it ran alone; nothing if it was not pinned
};

/// Pins this process to the last cores that it may use, as many as it has threads. Returns the last
/// one, or nothing where the system refuses. The last cores are the same in every run, and rarely
/// the one that serves the interrupts of devices.
std::optional<long> pin_to_cores(long threads);

/// How a sample is taken.
struct Timing {
  double at_least = 1e-3;  ///< time of steps (s) below which the run is repeated
  double patience = 0.25;  ///< time (s), preparations included, after which it is not
  /// Whether the time that the CPU spent on the process counts, and not that on the wall: what
  /// other processes take is then left out.
  bool of_cpu = false;
  bool fastest = false;  ///< whether the fastest repetition is the sample, and not their mean
};

/// Times the steps from start to end in a tight loop. A run whose steps take less than
/// `at_least` is repeated, each time with a fresh copy of the integrator, until `patience` is up;
/// their mean, or the fastest, is the sample. A step that fails is an Error, since only runs whose
/// observed pass was ok are timed.
Sample time_run(const RunPlan& plan, const Timing& timing = {});

/// Steps for about 10 ms, or for one run if that is shorter. Caches, memory pages and the clock
/// rate of the CPU are then as in a long run.
void warm_up(const RunPlan& plan);

/// Medians of preparation and steps, and the median absolute deviation of the steps (s). The core
/// is that of all samples, or nothing where they differ.
Runtime summary(const std::vector<Sample>& samples);

}  // namespace stiffbench
