#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// Result of the untimed pass of a run, with the states at its checkpoints. Error, peak memory and
/// runtime are still absent; Run adds them.
struct Observation : RunResult {
  std::vector<State> checkpoints = {};  ///< all when the status is ok, else those reached
  bool passed_kink = false;             ///< Problem::kink() changed its sign between two steps
  /// Times of the pass (s), for estimates of what other runs take: all after init(), and its steps.
  double loop = 0, stepping = 0;
};

/// Runs the plan once, without a clock. After every step it computes the energy and the outputs and
/// checks the state; at checkpoints it keeps the state. A state whose potential is not finite ends
/// the run as `infeasible`. DivergenceRule decides which state ends it as `diverged`.
Observation observe(const RunPlan& plan);

}  // namespace stiffbench
