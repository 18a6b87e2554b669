#pragma once

#include "harness/run/run.hpp"

namespace stiffbench {

/// Executes a run that belongs to no sweep, with its search for settings if it is tuned. Returns
/// its record, which follows the schema. Throws an Error that the integrator throws in the run: it
/// is a mistake of the caller and no result, unless the plan is out of the integrator's scope.
Record single_run(const RunPlan& plan, const Judge& judge, const Limits& limits);

}  // namespace stiffbench
