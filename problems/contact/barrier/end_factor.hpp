#pragma once

#include "problems/contact/barrier/collision_barrier.hpp"

#include <vector>

namespace stiffbench {

/// The factor of a collision of two edges whose ends are near, too:
///   f = product over the ends k of (1 - P(d_k)/P(d)),
/// where d is the distance of the edges and d_k that of the end k and the other edge, if it is less
/// than dhat. No d_k is below d, so that f lies between 0 and 1. It is 0 where an end is nearest,
/// which counts as a vertex before an edge. P(d) f has a continuous derivative there.
class EndFactor {
 public:
  /// `edges`: a collision of two edges at x (m).
  EndFactor(const Barrier<double>& law, const Collision& edges, const Points<4>& x);

  double value() const { return without(-1, -1); }
  /// Its gradient by the positions of the vertices (1/m).
  Vec12 gradient() const;

  /// The potential P(d) f of weight 1 (J), its gradient (N) and Hessian (N/m).
  double energy() const { return edges_.energy * value(); }
  Vec12 energy_gradient() const;
  Mat12 energy_hessian() const;

 private:
  /// A distance, its P and the gradient of that; `ratio` is P/P(d).
  struct Distance {
    Collision collision;
    double energy = 0, ratio = 1;
    Vec12 gradient;
  };
  Distance distance(const Closest<4>& closest) const;
  /// The product without the ends j and k.
  double without(int j, int k) const;
  /// P(d) times the gradient of 1 - P(d_k)/P(d).
  Vec12 slope(int k) const;

  CollisionBarrier barrier_;
  Points<4> x_;
  Distance edges_;
  std::vector<Distance> ends_;
};

}  // namespace stiffbench
