#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/sweep/sweep.hpp"

namespace stiffbench {

/// Prints what a sweep would do, and does none of it: runs per problem and integrator, references
/// and whether the cache has them, and the expected time. Records that the folder holds count as
/// done; an empty path is no folder.
void print_dry_run(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options);

/// What a sweep of the experiment into the folder is expected to cost, with its references.
CostSum expected_cost(const Experiment& experiment, const std::filesystem::path& folder,
                      const SweepOptions& options);

}  // namespace stiffbench
