#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// What the untimed pass of a run saw. It is judged by its checkpoints; error, memory and runtime
/// are not its own.
struct Observed : RunResult {
  std::vector<State> checkpoints = {};  ///< all of them when ok, else those reached
};

/// Runs the plan once and looks after every step: states at the checkpoints, energy, outputs,
/// finiteness. A state whose potential is not finite ends the run as `infeasible`.
/// What counts as `diverged` is said in divergence.hpp.
Observed observe(const RunPlan& plan);

}  // namespace stiffbench
