#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// Returns the closest points of two points.
inline Closest<2> closest_points_of_points(const Points<2>& points) {
  Closest<2> pair;
  pair.weights << 1, -1;
  pair.squared = (points.col(0) - points.col(1)).squaredNorm();
  return pair;
}

}  // namespace stiffbench
