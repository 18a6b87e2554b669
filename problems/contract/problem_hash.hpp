#pragma once

#include "problems/contract/problem.hpp"

#include <string>

namespace stiffbench {

/// 32 hexadecimal digits that name what a problem computes: its name and resolved parameters
/// (end_time among them), exactly; and dof, start, M, K at the start and one force at a perturbed
/// state, each to 2^-30 of its largest entry, so that builds that round differently agree and a
/// change of the problem's code does not.
std::string problem_hash(const Problem& problem);

}  // namespace stiffbench
