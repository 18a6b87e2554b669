#pragma once

#include "base/parameters.hpp"

namespace stiffbench {

/// Settings with which the order of a method that iterates by Newton's is measured: a matrix that
/// is kept leaves errors of the size of the tolerance, and over many steps they add up.
inline Settings newton_order_settings() { return {{"refactorize", std::string("always")}}; }

}  // namespace stiffbench
