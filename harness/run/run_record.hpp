#pragma once

#include "harness/records/record.hpp"
#include "harness/run/plan.hpp"

#include <string>

namespace stiffbench {

/// Returns the hash (hex) of the plan and of everything on which its result depends: runs with
/// equal hashes are equal. `judge` is Judge::identity().
std::string run_identity(const RunPlan& plan, const std::string& problem_hash,
                         const std::string& judge);

/// Returns the record of a run of the plan by this program that ended with this result. `tuned` are
/// the settings that a search chose in place of the plan's own.
Record make_record(const RunPlan& plan, const std::string& problem_hash, const std::string& judge,
                   RunResult result, const Settings& tuned = {});

}  // namespace stiffbench
