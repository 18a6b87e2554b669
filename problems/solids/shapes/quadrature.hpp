#pragma once

#include "base/error.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace stiffbench {

/// A point of an element's quadrature: the gradients at rest of the shape functions of its nodes, a
/// column each (1/m), and the volume for which it stands (m^3).
template <int nodes>
struct QuadraturePoint {
  Eigen::Matrix<double, 3, nodes> gradients;
  double volume;
};

/// The volume, which must be above 0 and finite: an Error otherwise. One that is no number, or 0,
/// comes from lengths whose third powers a double cannot hold, or from a mesh.
inline double positive_volume(double volume) {
  if (volume > 0 && std::isfinite(volume)) return volume;
  throw Error("an element has a positive volume at rest, and a finite one",
              std::isnan(volume) ? "one that is no number" : fmt::format("{} m^3", volume),
              volume < 0 ? "repair the mesh"
                         : "choose lengths of the body nearer to 1 m; in a mesh of your own, "
                           "repair the element");
}

}  // namespace stiffbench
