#pragma once

#include "base/parameters.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Settings given by --set for the problem and the integrator of a command.
struct SplitSettings {
  Settings problem, integrator;
};

/// Parses `problem.NAME=VALUE` and `integrator.NAME=VALUE` with the declared types of the
/// parameters. The value of an undeclared name remains text; constructing the problem or integrator
/// with it is an Error. `integrator` is empty if the command has none.
SplitSettings split_settings(const std::vector<std::string>& arguments, const std::string& problem,
                             const std::string& integrator);

}  // namespace stiffbench
