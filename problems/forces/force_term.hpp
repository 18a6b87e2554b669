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
  /// Adds -df/du (N/m) to K, into the fixed pattern that the term was made for, and there only the
  /// 3x3 blocks on and right of the diagonal: what is left of it is written once, after all terms
  /// (BlockMirror).
  virtual void add_stiffness(const Vec& u, Mat& K) const = 0;
  /// The same with the negative curvature of every element taken out. Terms whose matrices are
  /// never indefinite leave the default.
  virtual void add_projected_stiffness(const Vec& u, Mat& K) const { add_stiffness(u, K); }
  /// Potential energy (J).
  virtual double potential(const Vec& u) const = 0;
};

}  // namespace stiffbench
