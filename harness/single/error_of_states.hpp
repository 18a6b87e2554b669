#pragma once

#include "harness/run/judge.hpp"

#include <vector>

namespace stiffbench {

/// Measures the error of states that a caller computed, as records have it, against the closed form
/// or the reference. The states are those at options.checkpoints equally spaced times, the last of
/// which is the end; another number or another time is an Error. Without a closed form and a
/// reference there is no error.
std::optional<RunError> error_of_states(const Problem& problem, std::vector<State> states,
                                        const Judge::Options& options);

/// Returns the error as the object `error` of records, or null.
Json error_json(const std::optional<RunError>& error);

}  // namespace stiffbench
