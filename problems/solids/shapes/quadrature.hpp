#pragma once

#include "base/error.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <fmt/format.h>

#include <array>

namespace stiffbench {

/// A point of an element's quadrature: the gradients at rest of the shape functions of its nodes, a
/// column each (1/m), and the volume for which it stands (m^3).
template <int nodes>
struct QuadraturePoint {
  Eigen::Matrix<double, 3, nodes> gradients;
  double volume;
};

/// The volume, which must be above 0: an Error otherwise.
inline double positive_volume(double volume) {
  if (volume > 0) return volume;
  throw Error("an element has a positive volume at rest", fmt::format("{} m^3", volume),
              "repair the mesh");
}

}  // namespace stiffbench
