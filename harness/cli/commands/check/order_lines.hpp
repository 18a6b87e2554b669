#pragma once

#include "harness/checks/orders.hpp"

#include <string>

namespace stiffbench {

/// The lines of a check in a table of 80 columns: its sign, integrator, set, and declared and
/// measured order, or the reason why there is none.
std::string order_lines(const OrderCheck& check);

/// Whether the method is not as declared, or crashed.
bool is_bad(const OrderCheck& check);

}  // namespace stiffbench
