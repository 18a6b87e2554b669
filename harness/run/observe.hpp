#pragma once

#include "harness/run/energy.hpp"
#include "harness/run/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// What the untimed pass of a run saw.
struct Observed {
  Status status = Status::ok;
  std::string reason;
  std::vector<State> checkpoints;  ///< all of them when ok, else those reached
  std::optional<EnergySummary>
      energy;                       ///< of what was done; nothing if not even the start's is finite
  std::optional<Settings> outputs;  ///< likewise, where the problem has outputs
  Work work;                        ///< of this pass alone
  long count = 0;                   ///< steps taken: the integrator's own when it is adaptive
  Settings resolved;                ///< what the integrator's automatic parameters became
  Settings reported;                ///< what it has to say of the run beside its work
};

/// Runs the plan once and looks after every step: states at the checkpoints, energy, outputs,
/// finiteness. A state whose potential is not finite ends the run as `infeasible`.
/// What counts as `diverged` is said in divergence.hpp.
Observed observe(const RunPlan& plan);

}  // namespace stiffbench
