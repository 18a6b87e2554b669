#pragma once

// The potential of all collisions of a scene and its gradient.

#include "problems/contact/barrier/collision_barrier.hpp"
#include "problems/contact/collisions/collisions.hpp"
#include "tests/problems/contact/scene.hpp"

namespace stiffbench::test {

struct PotentialAndGradient {
  double potential = 0;
  Eigen::Matrix3Xd gradient;
};

inline PotentialAndGradient sum_of(const CollisionBarrier& barrier,
                                   const std::vector<Collision>& collisions,
                                   const Eigen::Matrix3Xd& x) {
  PotentialAndGradient sum{0, Eigen::Matrix3Xd::Zero(3, x.cols())};
  for (const Collision& collision : collisions) {
    const Points<4> at = collision.columns_of(x);
    sum.potential += barrier.energy(collision, at);
    const Vec12 gradient = barrier.gradient(collision, at);
    for (int k = 0; k < collision.size; ++k)
      sum.gradient.col(collision.vertex[static_cast<std::size_t>(k)]) += gradient.segment<3>(3 * k);
  }
  return sum;
}

/// With kappa dhat^2 = 1 J.
inline CollisionBarrier unit_barrier(double dhat) {
  return CollisionBarrier(Barrier<double>{1, dhat});
}

inline PotentialAndGradient sum_of(const ContactSurface& surface, const Candidates& candidates,
                                   const Eigen::Matrix3Xd& x, double dhat) {
  return sum_of(unit_barrier(dhat), find_collisions(surface, candidates, x, dhat), x);
}

}  // namespace stiffbench::test
