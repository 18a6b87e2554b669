#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <string>

namespace stiffbench {

/// Hash (hex) of what was asked and of all that the answer depends on: equal ids, equal runs.
/// `judge` is the hash of the reference, or a word for what stands in its place.
std::string run_identity(const RunPlan& plan, const std::string& problem_hash,
                         const std::string& judge);

/// The record of a run of the plan that ended with this result, made by this program.
Record make_record(const RunPlan& plan, const std::string& problem_hash, const std::string& judge,
                   RunResult result);

}  // namespace stiffbench
