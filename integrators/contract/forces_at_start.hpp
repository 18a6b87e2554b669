#pragma once

#include <string>

namespace stiffbench {

/// Registers that this integrator evaluates forces only at the start of each step. A lagged force
/// is that of the problem there, so the method keeps its order, while others fall to order 1.
bool enrol_forces_at_start(const std::string& integrator);

bool has_forces_at_start(const std::string& integrator);

}  // namespace stiffbench
