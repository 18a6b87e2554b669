#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

namespace stiffbench {

/// A straight fibre of square section that is thinner towards its tip, as a chain of equal cuboids
/// (meshes/cuboid_chain.hpp). Units may be any consistent ones.
struct TaperedFibre {
  double youngs, density;
  double root, tip;     ///< thickness at either end
  double segment;       ///< length of a cuboid
  int segments;         ///< cuboids
  double hull;          ///< edge b of their square section
  double torsion_part;  ///< chi of cuboid_stiffness(), which sets the torsional stiffness

  /// The cuboid s, counted from the root, as a uniform fibre as thick as its middle.
  Fibre cuboid(int s) const;
};

/// The springs of one fibre along z from the origin with the four points of its root fixed: point i
/// has the place i - 4. It has the Errors of cuboid_stiffness().
ElasticBody<TwoPointSprings> tapered_fibre_springs(const TaperedFibre& fibre);

}  // namespace stiffbench
