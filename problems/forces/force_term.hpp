#pragma once

#include "problems/forces/padded_points.hpp"

namespace stiffbench {

/// A part of a body's conservative force in its displacements u (m). A term adds to the sums that
/// it is given, so that a force is the sum of its terms. These are those of a range of vertices,
/// which has a thread of its own: a term leaves out what does not meet them, and makes its
/// additions to a vertex in the same order for every range. `Blocks` of a kind of terms sums what
/// they add to K: SymmetricBlocks or GeneralBlocks.
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  /// Adds the force at u (N) to f.
  virtual void add_force(const PaddedPoints<double>& u, PaddedSums<double>& f) const = 0;
  /// Adds (df/du) du to df.
  virtual void add_jacobian_times(const PaddedPoints<double>& u, const PaddedPoints<double, 1>& du,
                                  PaddedSums<double>& df) const = 0;
  /// The potential energy at u (J).
  virtual double potential(BodyIn<double> u) const = 0;
};

}  // namespace stiffbench
