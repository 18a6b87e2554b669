#pragma once

#include "base/parameters.hpp"

namespace stiffbench {

/// The settings with which the order of a method that uses Newton's iteration is measured: an old
/// matrix leaves errors of the size of the tolerance, which add up over many steps.
inline Settings newton_order_settings() { return {{"refactorize", std::string("always")}}; }

}  // namespace stiffbench
