#pragma once

#include "harness/io/json.hpp"
#include "harness/run/observe.hpp"
#include "harness/run/timing.hpp"

#include <vector>

namespace stiffbench {

/// Hash (hex) of what was asked and of all that the answer depends on: equal ids, equal runs.
/// `judge` is the hash of the reference, or a word for what stands in its place.
std::string run_identity(const RunPlan& plan, const std::string& problem_hash,
                         const std::string& judge);

/// A record (results/schema/record.schema.json) as far as it is known before the run: error,
/// energy, work, memory and runtime are null.
Json begin_record(const RunPlan& plan, const std::string& problem_hash, const std::string& judge);

/// The run ended without telling more than this.
void put_failure(Json& record, Status status, const std::string& reason);
void put_observed(Json& record, const RunPlan& plan, const Observed& seen);
/// Of the observed pass (bytes).
void put_memory(Json& record, long peak);
void put_runtime(Json& record, const std::vector<Sample>& samples);

}  // namespace stiffbench
