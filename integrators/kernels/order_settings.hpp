#pragma once

#include "base/parameters.hpp"

namespace stiffbench {

/// The settings for measuring the order of a method that uses Newton's iteration. An old matrix
/// would leave errors of the size of the tolerance, which add up over many steps. Methods of high
/// order take few steps until their errors are those of round-off; each update has its own matrix
/// there. The others take many steps, and one matrix for each step is enough with this tolerance.
inline Settings newton_order_settings(int order = 2) {
  const bool is_high = order >= 5;
  return {{"refactorize", std::string(is_high ? "always" : "step")}, {"tolerance", 1e-14}};
}

}  // namespace stiffbench
