#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems whose force has a part that varies fast, in addition to Problem:
///   f(x, v, t) = fast(x) + slow(x, v, t)
/// where fast(x) = -grad U(x), and the energy U does not depend on time. Methods with several time
/// steps evaluate fast(x) more often than the whole force, so it should cost less. On problems
/// without the interface these methods take -K0 x as the fast part, which serves where the
/// directions of stiff springs hardly change.
class FastForce {
 public:
  virtual ~FastForce() = default;
  /// Writes the fast part of the force (N).
  virtual void fast_force(const Vec& x, Vec& f) const = 0;
};

}  // namespace stiffbench
