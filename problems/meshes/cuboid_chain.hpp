#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// A straight elastic fibre of square section, modelled by a chain of cuboids. Any consistent units
/// may be used.
struct Fibre {
  double youngs, shear, density;  ///< moduli E and G, density
  double thickness, length;       ///< edge of the square section
  int segments;                   ///< number of cuboids
  double hull;                    ///< edge b of the cuboids' square section

  double bending() const;     ///< E I
  double stretching() const;  ///< E A
  double torsion() const;     ///< G J, J of a square (Timoshenko, Goodier, Theory of Elasticity)
  double line_mass() const;   ///< mass per length
  double segment() const { return length / segments; }  ///< h
};

/// Stiffnesses of a cuboid's springs (force over length): edges along the fibre, diagonals of the
/// faces, and space diagonals.
struct CuboidStiffness {
  double longitudinal, face, volume;
};

/// Computes the springs that give every cuboid the bending, stretching and torsional stiffness of
/// the fibre, with lF^2 = h^2 + b^2 and lV^2 = h^2 + 2 b^2:
///   G J = 2 k_F b^4 h / lF^2,  E I = h b^2 (k_L + k_F h^2 / lF^2),
///   E A = h (4 k_L + 8 k_F h^2 / lF^2 + 4 k_V h^2 / lV^2).
/// Throws Error for a negative k_L, which means chi = G J h^2 / (2 E I b^2) > 1, or a negative k_V:
/// the hull b is then too narrow for the length h of the segments.
CuboidStiffness cuboid_stiffness(const Fibre& fibre);

/// The points and springs of one fibre along z from the origin. Its root is fixed. Section s, from
/// 0 to the number of segments, has the points 4 s to 4 s + 3 at (+-b/2, +-b/2, s h).
struct CuboidChain {
  // One spring per column, as two point numbers.
  using Pairs = Eigen::Matrix<int, 2, Eigen::Dynamic>;

  Eigen::Matrix3Xd points;
  Vec masses;          ///< masses of the points; the ends have half a segment
  Pairs longitudinal;  ///< 4 per segment
  Pairs faces;         ///< 8 per segment
  Pairs volume;        ///< 4 per segment
  Pairs sections;      ///< 6 in every section but the root, as stiff as the space diagonals

  Pairs joined() const;  ///< all springs
};
CuboidChain cuboid_chain(const Fibre& fibre);

}  // namespace stiffbench
