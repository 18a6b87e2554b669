#pragma once

#include "problems/contact/barrier/collision_barrier.hpp"
#include "problems/contact/surface/contact_surface.hpp"

#include <vector>

namespace stiffbench {

/// The normal force under which a collision has friction, and its derivative as a combination of
/// those of the normal forces of collisions.
struct NormalForce {
  struct Share {
    int collision;
    double factor;
  };
  double size = 0;            ///< N; 0 for a collision without friction
  double own = 1;             ///< derivative by the collision's own normal force
  std::vector<Share> others;  ///< derivatives by those of others
};

/// Returns the normal forces of friction of all collisions at positions x (m), none of them
/// negative.
///
/// A collision of positive weight has its own normal force (CollisionBarrier::normal_force()).
/// Inclusion-exclusion also makes collisions of negative weight: a vertex before two faces that
/// meet in a concave edge has +1 and +1 for the faces and -1 for the edge. Friction under a
/// negative normal force would accelerate the slip that it should brake. Therefore the edge's force
/// Ne is subtracted from the forces of the faces: the face with the force N1 loses the share
///   (N2 - Ne)/(N1 + N2 - 2 Ne)
/// of Ne. This is continuous: where the nearest point of the second face reaches the edge, N2 = Ne,
/// this face loses all of Ne and the other one nothing. Collisions of negative weight without such
/// faces, as of two vertices, have no friction.
std::vector<NormalForce> friction_forces(const ContactSurface& surface,
                                         const CollisionBarrier& barrier,
                                         const std::vector<Collision>& collisions,
                                         const Eigen::Matrix3Xd& x);

}  // namespace stiffbench
