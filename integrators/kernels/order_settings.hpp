#pragma once

#include "base/parameters.hpp"

namespace stiffbench {

/// The settings for measuring the order of a method that uses Newton's iteration. An old matrix
/// would leave errors of the size of the tolerance, which add up over many steps.
inline Settings newton_order_settings() { return {{"refactorize", std::string("always")}}; }

}  // namespace stiffbench
