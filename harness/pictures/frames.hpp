#pragma once

#include "harness/io/json.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// Runs the plan and makes a frame (results/schema/frame.schema.json) of the start and of every
/// checkpoint, with the problem's bodies in space and its view. The figure `frames` projects the
/// frames and lays them side by side. A problem that is not Pictured and a run that does not end
/// well are Errors.
std::vector<Json> frames(const RunPlan& plan);

}  // namespace stiffbench
