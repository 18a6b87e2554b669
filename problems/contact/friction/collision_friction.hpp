#pragma once

#include "problems/contact/collisions/contact_frame.hpp"
#include "problems/contact/friction/friction_law.hpp"

namespace stiffbench {

/// The friction of one collision under a normal force of 1 N. The closest points, with weights w_i
/// of the vertices and the normal n between them, slip at s = (I - n n') sum w_i v_i; the force on
/// vertex i is -w_i mu g(|s|) s. All matrices are 12 x 12.
class CollisionFriction {
 public:
  /// `v`: velocities of the collision's vertices (m/s).
  CollisionFriction(const FrictionLaw& law, const ContactFrame& frame, const Points<4>& v);

  Vec12 force() const;
  /// The matrix C with force = -C v, symmetric and positive semidefinite, for which the slip's
  /// speed and the closest points are constants.
  Mat12 secant_damping() const { return tangential(secant_ * Eigen::Matrix3d::Identity()); }
  /// The derivative of -force by v, symmetric and positive semidefinite.
  Mat12 damping() const { return tangential(slope_); }
  /// The derivative of -force by the positions: the closest points slide and their normal turns.
  /// The matrix is not symmetric.
  Mat12 stiffness() const;
  /// Derivative of the force in the direction of a change of positions and of velocities.
  Vec12 force_change(const Points<4>& dx, const Points<4>& dv) const;

 private:
  Mat12 tangential(const Eigen::Matrix3d& inner) const;

  const ContactFrame& frame_;
  double mu_, secant_;
  Points<4> v_;
  Eigen::Vector3d relative_, slip_;
  Eigen::Matrix3d slope_;  ///< derivative of g(|s|) s by s
};

}  // namespace stiffbench
