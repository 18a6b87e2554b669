#pragma once

#include "base/parameters.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Sets parameters that are declared at run time, as those of methods in other languages. A value
/// gets the type of the parameter. An unknown name, a wrong type or a broken rule is an Error whose
/// text begins with `owner`.
void assign_parameters(const std::string& owner, std::vector<ParameterFacts>& parameters,
                       const Settings& settings);

}  // namespace stiffbench
