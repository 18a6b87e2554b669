#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// A vector of one body (displacements, forces), which may be a part of a longer vector.
template <class Scalar>
using BodyIn = const Eigen::Ref<const VecOf<Scalar>>&;
template <class Scalar>
using BodyOut = Eigen::Ref<VecOf<Scalar>>;

/// A part of a body's conservative force in its displacements u (m). A term adds to the vector that
/// it is given, so that a force is the sum of its terms.
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  /// Adds the force at u (N) to f.
  virtual void add_force(BodyIn<double> u, BodyOut<double> f) const = 0;
  /// Adds (df/du) du to df.
  virtual void add_jacobian_times(BodyIn<double> u, BodyIn<double> du,
                                  BodyOut<double> df) const = 0;
  /// Adds -df/du (N/m) to K, into the fixed pattern that the term was made for, and there only the
  /// 3x3 blocks on and right of the diagonal: BlockMirror writes those on the left once, after all
  /// terms.
  virtual void add_stiffness(BodyIn<double> u, Mat& K) const = 0;
  /// Adds -df/du (N/m) to the blocks of add_stiffness, without the negative curvature of any
  /// element. Terms whose matrices are never indefinite leave the default.
  virtual void add_projected_stiffness(BodyIn<double> u, Mat& K) const { add_stiffness(u, K); }
  /// The potential energy at u (J).
  virtual double potential(BodyIn<double> u) const = 0;
};

}  // namespace stiffbench
