#pragma once

#include "integrators/contract/any_integrator.hpp"

#include <algorithm>
#include <string>

namespace stiffbench {

/// Returns true if the integrator has a parameter of this name.
inline bool has_parameter(const ErasedIntegrator& method, const std::string& name) {
  return std::ranges::any_of(method.parameters(),
                             [&](const ParameterFacts& own) { return own.name == name; });
}

}  // namespace stiffbench
