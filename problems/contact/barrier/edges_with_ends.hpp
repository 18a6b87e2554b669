#pragma once

#include "problems/contact/barrier/collision_barrier.hpp"

#include <boost/container/static_vector.hpp>

namespace stiffbench {

/// The potential P(d) f (J) of two edges of which ends are also near the other edge, with the
/// factor
///   f = product over the ends k of (1 - P(d_k)/P(d)),
/// where d is the distance of the edges and d_k that of the end k and the other edge, if it is less
/// than dhat. No d_k is below d, so that f lies between 0 and 1, except for round-off. It is 0
/// where an end is nearest; this contact counts as that of a vertex and an edge. P(d) f has a
/// continuous derivative there.
class EdgesWithEnds {
 public:
  /// `edges`: a collision of two edges at x (m). The caller multiplies by its weight and mollifier.
  EdgesWithEnds(const Barrier<double>& law, const Collision& edges, const Points<4>& x);

  double energy() const { return edges_.energy * without(-1, -1); }
  Vec12 gradient() const;  ///< N
  Mat12 hessian() const;   ///< N/m

  /// The normal force under which the edges have friction (N), and its gradient (N/m). It is the
  /// sum of the derivatives of P(d) f by all distances, or 0 where this sum is negative. Together
  /// with the normal forces of the ends, one contact of two edges so has the normal force of P(d).
  double normal_force() const;
  Vec12 normal_force_gradient() const;

 private:
  /// A distance, its P, and the gradient of that; `ratio` is P/P(d).
  struct Distance {
    Collision collision;
    double energy = 0, ratio = 1;
    Vec12 gradient;
  };
  Distance distance(const Closest<4>& closest) const;
  /// The product without the ends j and k.
  double without(int j, int k) const;
  /// The derivative of P(d) f by P(d). That by P(d_k) is -without(k, k).
  double own() const;
  /// P(d) times the gradient of 1 - P(d_k)/P(d).
  Vec12 slope(int k) const;
  int ends() const { return static_cast<int>(ends_.size()); }
  const Distance& end(int k) const { return ends_[static_cast<std::size_t>(k)]; }

  CollisionBarrier barrier_;
  Points<4> x_;
  Distance edges_;
  boost::container::static_vector<Distance, 4> ends_;
};

}  // namespace stiffbench
