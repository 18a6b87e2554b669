#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

namespace stiffbench {

/// A straight fibre with a square section that becomes thinner towards its tip, as a chain of equal
/// cuboids (meshes/cuboid_chain.hpp). Any consistent units may be used.
struct TaperedFibre {
  double youngs, density;
  double root, tip;     ///< thickness at either end
  double segment;       ///< length of a cuboid
  int segments;         ///< number of cuboids
  double hull;          ///< edge b of the cuboids' square section
  double torsion_part;  ///< chi of cuboid_stiffness(), which sets the torsional stiffness

  /// Returns cuboid s, counted from the root, as a uniform fibre with the thickness at its middle.
  Fibre cuboid(int s) const;
};

/// Returns the springs of one fibre along z from the origin, with the four points of its root
/// fixed: point i has the index i - 4. Throws the Errors of cuboid_stiffness().
ElasticBody<TwoPointSprings> tapered_fibre_springs(const TaperedFibre& fibre);

}  // namespace stiffbench
