#pragma once

#include "base/parameters.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Settings of --set for the problem and for the integrator of a command.
struct SplitSettings {
  Settings problem, integrator;
};

/// Reads `problem.NAME=VALUE` and `integrator.NAME=VALUE` with the declared types of the
/// parameters. The value of an undeclared name stays text; making the problem or integrator with it
/// is an Error. `integrator` is empty where a command has none.
SplitSettings split_settings(const std::vector<std::string>& arguments, const std::string& problem,
                             const std::string& integrator);

}  // namespace stiffbench
