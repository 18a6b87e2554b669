#pragma once

#include "harness/io/json.hpp"
#include "harness/run/judge.hpp"

#include <vector>

namespace stiffbench {

/// The largest number of equal intervals of time, at most `most`, at whose ends all these runs have
/// a state.
long common_intervals(const std::vector<RunPlan>& plans, long most);

/// Runs plans of one problem, and makes a line of motion.jsonl (results/schema/motion.schema.json)
/// of each: its bodies in space at the start and at the judge's checkpoints, and its errors there. A
/// run that fails has those that it reached. A last line is the reference's, where there is one. A
/// problem that is not Pictured and a plan that is unfit are Errors.
std::vector<Json> motion(const std::vector<RunPlan>& plans, const Judge::Options& options);

}  // namespace stiffbench
