#pragma once

#include "problems/contact/collisions/contact_frame.hpp"
#include "problems/forces/contact/barrier.hpp"

namespace stiffbench {

/// The potential weight * m * f * P(d) of one collision and its derivatives by the positions of its
/// vertices. All functions take these positions x (m), at which the collision was made.
class CollisionBarrier {
 public:
  explicit CollisionBarrier(const Barrier<double>& law) : law_(law) {}

  /// The potential (J); infinite at distance 0 and behind a plane.
  double energy(const Collision& collision, const Points<4>& x) const;
  /// Its gradient (N).
  Vec12 gradient(const Collision& collision, const Points<4>& x) const;
  /// Its Hessian (N/m), a symmetric matrix.
  Mat12 hessian(const Collision& collision, const Points<4>& x) const;
  /// The product of the Hessian with dx (N).
  Vec12 hessian_times(const Collision& collision, const Points<4>& x, const Points<4>& dx) const;
  /// The Hessian with its negative eigenvalues set to zero. Without m and f the Hessian has its
  /// range in at most five dimensions besides those in which it is a multiple of the identity: the
  /// normal times the weights and times the directions of the free coordinates, and each axis times
  /// the weights. Therefore an eigenvalue problem of size 1, 3 or 5 is solved in place of one of
  /// size 12, and one of size 9 with m or f.
  Mat12 projected_hessian(const Collision& collision, const Points<4>& x) const;
  /// Returns the Hessian plus `more`, a symmetric matrix of these vertices whose product with a
  /// translation is zero, with negative eigenvalues set to zero.
  Mat12 projected_hessian(const Collision& collision, const Points<4>& x, const Mat12& more) const;

  /// The size of the normal force of friction, -weight * m * P'(d), or that of EdgesWithEnds (N),
  /// and its gradient by the positions of the vertices (N/m).
  double normal_force(const Collision& collision, const Points<4>& x) const;
  Vec12 normal_force_gradient(const Collision& collision, const Points<4>& x) const;

  const Barrier<double>& law() const { return law_; }

 private:
  Barrier<double> law_;
};

}  // namespace stiffbench
