#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// Interface of problems A(x) x'' = r(x, v, t) whose mass depends on the state, in addition to
/// Problem: they are M x'' = f there, with the constant mass M of one state and f = M A(x)^-1 r.
/// This f is no gradient where v = 0, so that Problem::load() does not complete potential(), and K
/// and D are not symmetric. Methods that follow the energy do not apply.
class VaryingMass {
 public:
  virtual ~VaryingMass() = default;
  /// Returns v' A(x) v / 2 (J).
  virtual double kinetic_energy(const State& u) const = 0;
};

}  // namespace stiffbench
