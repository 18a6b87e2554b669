#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// One timed sample of a run (s): the time of init() and the time of all steps.
struct Sample {
  double setup = 0, stepping = 0;
  double total() const { return setup + stepping; }
  std::optional<long> core = {};  ///< core to which the process was pinned, if it was
};

/// Pins this process to the last of the cores that it may use, one core per thread. Returns the
/// last core, or nothing if the system refuses. The last cores are the same in every run and rarely
/// serve device interrupts.
std::optional<long> pin_to_cores(long threads);

/// Options of time_run().
struct Timing {
  double at_least = 1e-3;  ///< time (s) below which the run is repeated
  double patience = 0.25;  ///< time (s) after which repetition ends
  /// True: measures CPU time, which excludes most of the effect of other processes. False:
  /// wall-clock time.
  bool of_cpu = false;
  bool fastest = false;  ///< true: the sample is the fastest repetition, not their mean
};

/// Times init() and the steps from start to end in a tight loop. If they take less than `at_least`,
/// the run is repeated with fresh copies of the integrator until `patience` is used up; the sample
/// is the mean or the fastest repetition. A step that fails is an Error, because only runs whose
/// observed pass was ok are timed.
Sample time_run(const RunPlan& plan, const Timing& timing = {});

/// Takes steps for about 10 ms, or for one run if that is shorter, so that caches, memory pages and
/// the CPU clock rate are as in a long run.
void warm_up(const RunPlan& plan);

/// Takes one timed sample in this process, pinned and after a warm-up.
Sample pinned_sample(const RunPlan& plan);

/// Returns the medians of preparation and steps and the median absolute deviation of the steps (s).
/// The core is that of all samples, or nothing if they differ.
Runtime summary(const std::vector<Sample>& samples);

}  // namespace stiffbench
