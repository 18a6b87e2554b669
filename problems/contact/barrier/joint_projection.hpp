#pragma once

#include "problems/contact/barrier/collision_barrier.hpp"

#include <vector>

namespace stiffbench {

/// The Hessians of collisions without negative curvature, such that collisions of negative weight
/// soften those that they correct. Projected alone, a collision of negative weight loses all of its
/// curvature across the contact, and the sum is as many times too stiff as features cancel: a
/// vertex before two faces and the edge between them, with the weights 1, 1 and -1, would count
/// twice. So its Hessian is divided equally among the collisions of positive weight of a vertex
/// before a primitive that has all of its vertices, and each of these is projected with its parts.
/// A collision of negative weight without such partners is projected alone. Two edges are no
/// partners, because their factor may reduce a share to nothing.
///
/// The sum of these matrices is positive semidefinite, and so is its difference from the sum of
/// the Hessians.
class JointProjection {
 public:
  /// Both must outlive the object.
  JointProjection(const CollisionBarrier& barrier, const std::vector<Collision>& collisions);

  /// The matrix of collision i and its vertices at x (m, all vertices of the scene): zero where
  /// others have its parts.
  Mat12 matrix(std::size_t i, const Eigen::Matrix3Xd& x) const;

 private:
  struct Part {
    std::size_t collision;
    double share;
  };
  const CollisionBarrier& barrier_;
  const std::vector<Collision>& collisions_;
  std::vector<std::vector<Part>> parts_;  // of each collision; empty without any
  std::vector<bool> is_divided_;
};

}  // namespace stiffbench
