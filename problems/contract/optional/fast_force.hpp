#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems that tell apart the part of their force that varies fast, in addition to
/// Problem:
///   f(x, v, t) = fast(x) + slow(x, t)
/// with fast(x) minus the gradient of a part of the potential energy, the same at all times.
/// Methods with several time steps evaluate it more often than the whole force, so it should cost
/// less. On problems without the interface they take -K0 x for it, which serves where the
/// directions of stiff springs hardly change.
class FastForce {
 public:
  virtual ~FastForce() = default;
  /// Writes the fast part of the force (N).
  virtual void fast_force(const Vec& x, Vec& f) const = 0;
};

}  // namespace stiffbench
