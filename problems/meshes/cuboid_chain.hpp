#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// A straight elastic fibre of square section, which a chain of cuboids models. Units may be any
/// consistent ones.
struct Fibre {
  double youngs, shear, density;  ///< moduli E and G, density
  double thickness, length;       ///< edge of the square section
  int segments;                   ///< cuboids
  double hull;                    ///< edge b of the cuboids' square section

  double bending() const;     ///< E I
  double stretching() const;  ///< E A
  double torsion() const;     ///< G J, J of a square (Timoshenko, Goodier, Theory of Elasticity)
  double line_mass() const;   ///< mass over length
  double segment() const { return length / segments; }  ///< h
};

/// The stiffnesses of a cuboid's springs (force over length): edges along the fibre, diagonals of
/// its faces, diagonals of its inside.
struct CuboidStiffness {
  double longitudinal, face, volume;
};

/// The springs that give every cuboid the fibre's bending, stretching and torsional stiffness, with
/// lF^2 = h^2 + b^2 and lV^2 = h^2 + 2 b^2:
///   G J = 2 k_F b^4 h / lF^2,  E I = h b^2 (k_L + k_F h^2 / lF^2),
///   E A = h (4 k_L + 8 k_F h^2 / lF^2 + 4 k_V h^2 / lV^2).
/// A negative k_L, which means chi = G J h^2 / (2 E I b^2) > 1, or a negative k_V is an Error: the
/// hull b is then too narrow for the length h of the segments.
CuboidStiffness cuboid_stiffness(const Fibre& fibre);

/// The points and springs of one fibre along z from the origin, its root fixed: section s = 0 ..
/// segments of the points 4 s .. 4 s + 3 at (+-b/2, +-b/2, s h).
struct CuboidChain {
  using Pairs = Eigen::Matrix<int, 2, Eigen::Dynamic>;  // points, a spring a column

  Eigen::Matrix3Xd points;
  Vec masses;          ///< the fibre's, half a segment's at the ends
  Pairs longitudinal;  ///< 4 a segment
  Pairs faces;         ///< 8 a segment
  Pairs volume;        ///< 4 a segment
  Pairs sections;      ///< 6 in every section but the root, as stiff as those of the volume

  Pairs joined() const;  ///< all of them
};
CuboidChain cuboid_chain(const Fibre& fibre);

}  // namespace stiffbench
