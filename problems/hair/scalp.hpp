#pragma once

#include <Eigen/Core>

#include <vector>

namespace stiffbench {

/// A place where a fibre grows from a head.
struct HairRoot {
  Eigen::Vector3d at;
  Eigen::Matrix3d axes;  ///< columns: two edges of the fibre's section, the direction of the fibre
};

/// An ellipsoid round the origin, x ahead and z up, on whose back and top fibres grow round a
/// crown. Units may be any consistent ones.
struct Scalp {
  Eigen::Vector3d half_axes;
  double crown;  ///< angle of the crown's direction from z, backwards (rad)
  double pitch;  ///< one fibre grows on about pitch^2
  double lean;   ///< angle of a fibre from the normal of the head, away from the crown (rad)

  /// The area of the whole ellipsoid, by Thomsen's formula: up to 1.1% off.
  double area() const;
  /// The first `count` roots of a spiral round the crown, whose turns by the golden angle cover the
  /// whole ellipsoid evenly: fewer roots cover less, as densely. Error for more than the ellipsoid
  /// has room for.
  std::vector<HairRoot> roots(int count) const;
};

}  // namespace stiffbench
