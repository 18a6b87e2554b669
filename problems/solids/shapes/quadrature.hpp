#pragma once

#include "base/error.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace stiffbench {

/// A quadrature point of an element: the gradients at rest of the shape functions of its nodes, one
/// per column (1/m), and the volume that it represents (m^3).
template <int nodes>
struct QuadraturePoint {
  Eigen::Matrix<double, 3, nodes> gradients;
  double volume;
};

/// Returns the volume. Throws Error unless it is positive and finite. A NaN or 0 results from
/// lengths whose third powers a double cannot hold, or from the mesh.
inline double positive_volume(double volume) {
  if (volume > 0 && std::isfinite(volume)) return volume;
  throw Error("an element has a positive volume at rest, and a finite one",
              std::isnan(volume) ? "one that is no number" : fmt::format("{} m^3", volume),
              volume < 0 ? "repair the mesh"
                         : "choose lengths of the body nearer to 1 m; in a mesh of your own, "
                           "repair the element");
}

}  // namespace stiffbench
