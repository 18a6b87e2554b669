#pragma once

#include "problems/state.hpp"

namespace stiffbench {

/// A part of a problem's conservative force in displacements u (m, length dof). Terms add to what
/// is there, so that a problem is the sum of its terms.
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  /// f += f(u) (N)
  virtual void add_force(const Vec& u, Vec& f) const = 0;
  /// df += (df/du) du
  virtual void add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const = 0;
  /// K += -df/du (N/m), into the fixed pattern that the term was made for.
  virtual void add_stiffness(const Vec& u, Mat& K) const = 0;
  /// Potential energy (J).
  virtual double potential(const Vec& u) const = 0;
};

}  // namespace stiffbench
