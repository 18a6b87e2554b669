#pragma once

#include "base/parameters.hpp"

#include <string>
#include <vector>

namespace stiffbench {

struct SplitSettings {
  Settings problem, integrator;
};

/// Reads `problem.NAME=VALUE` and `integrator.NAME=VALUE` with the types that the two declare. A
/// name they do not declare stays text, and is refused with near matches when they are made.
/// `integrator` may be empty where a command has none.
SplitSettings split_settings(const std::vector<std::string>& arguments, const std::string& problem,
                             const std::string& integrator);

}  // namespace stiffbench
