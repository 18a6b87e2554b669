#pragma once

#include "harness/checks/orders.hpp"

#include <string>

namespace stiffbench {

/// Formats the result of a check for a table of 80 columns: its sign, integrator, set, and declared
/// and measured order, or the reason for the missing order.
std::string order_lines(const OrderCheck& check);

/// Returns true if the method contradicts its declaration or crashed.
bool is_bad(const OrderCheck& check);

}  // namespace stiffbench
