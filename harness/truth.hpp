#pragma once

#include "problems/problem.hpp"

#include <vector>

namespace stiffbench {

/// The solution at `checkpoints` equally spaced times, the end included: the closed form where
/// there is one, else the reference.
std::vector<State> true_states(const Problem& problem, long checkpoints);

}  // namespace stiffbench
