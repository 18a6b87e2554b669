#pragma once

#include "harness/io/json.hpp"
#include "harness/run/plan.hpp"

#include <vector>

namespace stiffbench {

/// Pictures of a problem's motion: at the start and at every checkpoint of the plan's run,
/// projected along the problem's view, side by side. One object for each, drawn by the figure
/// `frames`:
///   {"schema": "stiffbench.frame/1", "problem", "integrator", "h", "t", "time_unit", "number",
///   "height",
///    "label_at": [x, y], "shapes": [{"body", "shade", "outline"}]}
/// Height is the strip's. An outline is a GeoJSON Polygon or LineString on it, from the upper left
/// corner to the right and downwards; shapes stand in order of depth, the farthest first. Shade: 0
/// (edge-on to the light, or, of lines, farthest) to 1. Error where the problem is not Pictured, or
/// the run does not end well.
std::vector<Json> frames(const RunPlan& plan);

}  // namespace stiffbench
