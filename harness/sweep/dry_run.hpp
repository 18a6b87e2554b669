#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/sweep/sweep.hpp"

namespace stiffbench {

/// Prints the work of a sweep without doing it: runs per problem and integrator, references and
/// their presence in the cache, and the expected time. Records in the folder count as done; an
/// empty path means no folder.
void print_dry_run(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options);

/// Returns the expected cost of a sweep of the experiment into the folder, with its references.
CostSum expected_cost(const Experiment& experiment, const std::filesystem::path& folder,
                      const SweepOptions& options);

}  // namespace stiffbench
