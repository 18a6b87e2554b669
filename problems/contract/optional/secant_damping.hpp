#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems whose damping force is not linear in v, such as friction, in addition to
/// Problem:
///   f(x, v) = f(x, 0) - C(x, v) v
/// with a symmetric positive semidefinite matrix C. It differs from Problem::damping(), the
/// derivative -df/dv, which would not give the force. Methods that lag the damping take C at the
/// start of the step; the energy that it dissipates with the velocity w is then h w' C w.
class SecantDamping {
 public:
  virtual ~SecantDamping() = default;
  /// Writes C (N s/m), under the rules of Problem::stiffness().
  virtual void secant_damping(const State& u, Mat& C) const = 0;
};

}  // namespace stiffbench
