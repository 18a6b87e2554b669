#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// A vector of one body (displacements, forces), which may be a part of a longer vector.
template <class Scalar>
using BodyIn = const Eigen::Ref<const VecOf<Scalar>>&;
template <class Scalar>
using BodyOut = Eigen::Ref<VecOf<Scalar>>;

/// A part of a body's conservative force in its displacements u (m). A term adds to the vector that
/// it is given, so that a force is the sum of its terms. `Blocks` of a kind of terms sums what they
/// add to K: SymmetricBlocks, GeneralBlocks or MirroredBlocks.
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  /// Adds the force at u (N) to f.
  virtual void add_force(BodyIn<double> u, BodyOut<double> f) const = 0;
  /// Adds (df/du) du to df.
  virtual void add_jacobian_times(BodyIn<double> u, BodyIn<double> du,
                                  BodyOut<double> df) const = 0;
  /// The potential energy at u (J).
  virtual double potential(BodyIn<double> u) const = 0;
};

}  // namespace stiffbench
