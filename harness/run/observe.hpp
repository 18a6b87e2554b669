#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// Result of the untimed pass of a run, with the states at its checkpoints. It lacks error, peak
/// memory and runtime, which Run adds.
struct Observation : RunResult {
  std::vector<State> checkpoints = {};  ///< all if the status is ok, else those reached
  bool passed_discontinuity = false;    ///< a switching function changed its sign between two steps
  /// Wall-clock times of the pass (s) for estimates of other runs: everything after init(), and the
  /// steps.
  double loop = 0, stepping = 0;
  double preparation = 0;  ///< wall-clock time of init() (s)
};

/// Runs the plan once, untimed. After each step it checks the state and computes the energy and the
/// outputs; it stores the states at checkpoints. A state whose potential is not finite ends the run
/// as `infeasible`. DivergenceRule decides when a run ends as `diverged`.
Observation observe(const RunPlan& plan);

}  // namespace stiffbench
