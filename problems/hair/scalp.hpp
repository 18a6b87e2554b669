#pragma once

#include <Eigen/Core>

#include <vector>

namespace stiffbench {

/// A place on a head where a fibre grows.
struct HairRoot {
  Eigen::Vector3d at;
  Eigen::Matrix3d axes;  ///< columns: two edges of the fibre's section, the direction of the fibre
};

/// An ellipsoid round the origin, x forward and z up, with fibres on its back and top round a
/// crown. Any consistent units may be used.
struct Scalp {
  Eigen::Vector3d half_axes;
  double crown;  ///< angle of the crown's direction from z, backwards (rad)
  double pitch;  ///< mean spacing: one fibre grows on about pitch^2
  double lean;   ///< angle of a fibre from the normal of the head, away from the crown (rad)

  /// Returns the area of the whole ellipsoid by Thomsen's formula, with an error of up to 1.1%.
  double area() const;
  /// Returns the first `count` roots of a spiral round the crown. The spiral turns by the golden
  /// angle and covers the whole ellipsoid evenly, so fewer roots cover a smaller area with the same
  /// density. Throws Error if the ellipsoid has no room for `count` roots.
  std::vector<HairRoot> roots(int count) const;
};

}  // namespace stiffbench
