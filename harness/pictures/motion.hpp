#pragma once

#include "harness/io/json.hpp"
#include "harness/run/judge.hpp"

#include <vector>

namespace stiffbench {

/// Returns the largest number of equal time intervals, at most `most`, at whose ends all these runs
/// have a state.
long common_intervals(const std::vector<RunPlan>& plans, long most);

/// Runs plans of one problem, and converts each to a line of motion.jsonl
/// (results/schema/internal/motion.schema.json): its bodies in space at the start and at the judge's
/// checkpoints, and its errors there. A run that fails contains the checkpoints that it reached.
/// The last line is that of the reference, if there is one. A problem that is not Pictured and a
/// plan that is not_applicable are Errors.
std::vector<Json> motion(const std::vector<RunPlan>& plans, const Judge::Options& options);

}  // namespace stiffbench
