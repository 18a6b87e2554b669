#pragma once

#include "harness/io/json.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// What is to be drawn of a problem's motion: at the start and at every checkpoint of the plan's
/// run one object (results/schema/frame.schema.json) with the problem's bodies in space and its
/// view. The figure `frames` projects them and lays them side by side. Error where the problem is
/// not Pictured, or the run does not end well.
std::vector<Json> frames(const RunPlan& plan);

}  // namespace stiffbench
