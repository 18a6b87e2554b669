#include "problems/meshes/coil.hpp"

#include "problems/meshes/grid.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

Eigen::Matrix3Xd coil_vertices(const Coil& coil) {
  const int n = coil.grid;
  Eigen::Matrix3Xd vertices(3, coil.sections * n * n);
  const double rise = coil.pitch / (2 * std::numbers::pi), speed = std::hypot(coil.radius, rise);
  Eigen::Index next = 0;
  for (int s = 0; s < coil.sections; ++s) {
    const double angle = 2 * std::numbers::pi * coil.turns * s / (coil.sections - 1);
    const double c = std::cos(angle), d = std::sin(angle);
    const Eigen::Vector3d centre(coil.radius * c, coil.radius * d, rise * angle);
    const Eigen::Vector3d outward(c, d, 0);
    const Eigen::Vector3d binormal = Eigen::Vector3d(rise * d, -rise * c, coil.radius) / speed;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double u = 2.0 * i / (n - 1) - 1, v = 2.0 * j / (n - 1) - 1;
        vertices.col(next++) = centre + coil.wire * (u * std::sqrt(1 - v * v / 2) * outward +
                                                     v * std::sqrt(1 - u * u / 2) * binormal);
      }
  }
  return vertices;
}

}  // namespace

TetMesh coil_mesh(const Coil& coil) {
  return kuhn_mesh(coil_vertices(coil), {coil.sections - 1, coil.grid - 1, coil.grid - 1});
}

}  // namespace stiffbench
