#pragma once

#include "harness/sweep/sweep.hpp"

#include <optional>

namespace stiffbench {

/// Prints what a sweep would do, and does none of it: runs per problem and integrator, references
/// and whether the cache has them, and the expected time. Records that the folder holds count as
/// done; an empty path is no folder.
void print_dry_run(const Experiment& experiment, const std::filesystem::path& folder,
                   const SweepOptions& options);

/// The wall-clock time that a sweep of the experiment into the folder is expected to take, with its
/// references (s); nothing where that is not known.
std::optional<double> expected_time(const Experiment& experiment,
                                    const std::filesystem::path& folder,
                                    const SweepOptions& options);

}  // namespace stiffbench
