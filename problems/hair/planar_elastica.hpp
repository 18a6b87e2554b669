#pragma once

namespace stiffbench {

/// A slender rod that cannot stretch, clamped at one end, with a force across its undeformed axis
/// at the other that keeps its direction, in equilibrium (Bisshopp, Drucker, DOI
/// 10.1090/qam/13360). With m = (1 + sin(slope))/2 and the amplitude phi of sin(phi)^2 = 1/(2 m),
///   sqrt(load) = K(m) - F(phi, m),  across = 1 - 2 (E(m) - E(phi, m))/sqrt(load),
///   along = sqrt(2 sin(slope)/load).
struct PlanarElastica {
  double slope;          ///< angle of the free end to the undeformed axis (rad)
  double along, across;  ///< position of the free end over the length
};

/// Returns the equilibrium under a load between 0 and 200, which is force times length^2 over
/// bending stiffness.
PlanarElastica planar_elastica(double load);

}  // namespace stiffbench
