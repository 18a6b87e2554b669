#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems whose force is not smooth at known places, in addition to Problem.
class SwitchingFunctions {
 public:
  virtual ~SwitchingFunctions() = default;
  /// Returns functions that change sign where the force is not smooth, one or more for each
  /// possible contact. References end a step at every change of sign, since otherwise no method
  /// keeps its order.
  virtual Vec switching_functions(const State& u) const = 0;
};

/// Returns true if two states, given by their switching functions, are on different sides of a
/// kink.
inline bool differ(const Vec& one, const Vec& other) {
  return ((one.array() < 0) != (other.array() < 0)).any();
}

}  // namespace stiffbench
