#pragma once

#include "problems/problem.hpp"

#include <string>

namespace stiffbench {

/// Hash (hex) of the problem's name and parameters.
std::string problem_identity(const Problem& problem);

}  // namespace stiffbench
