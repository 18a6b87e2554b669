#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// Returns 32 hexadecimal digits that identify the function a problem computes. The hash covers the
/// name and the resolved parameters (including end_time) exactly. It covers dof, the initial state,
/// M, K at the initial state and one force at a perturbed state to 2^-30 of the largest entry of
/// each, so that builds with different rounding agree, while a change of the problem's code gives
/// another hash.
std::string problem_hash(const Problem& problem);

}  // namespace stiffbench
