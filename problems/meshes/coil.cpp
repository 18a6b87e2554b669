#include "problems/meshes/coil.hpp"

#include <algorithm>
#include <array>
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
  const int n = coil.grid;
  TetMesh mesh{coil_vertices(coil), {}};
  mesh.tets.resize(4, 6 * (coil.sections - 1) * (n - 1) * (n - 1));
  const std::array<int, 3> along = {n * n, n, 1};  // to the next section, u, v
  Eigen::Index next = 0;
  for (int s = 0; s + 1 < coil.sections; ++s)
    for (int i = 0; i + 1 < n; ++i)
      for (int j = 0; j + 1 < n; ++j) {
        std::array<int, 3> axes = {0, 1, 2};
        do {
          auto tet = mesh.tets.col(next);
          tet[0] = s * along[0] + i * along[1] + j * along[2];
          for (int k = 0; k < 3; ++k) tet[k + 1] = tet[k] + along[axes[k]];
          if (tet_volume(mesh, next) < 0) std::swap(tet[2], tet[3]);
          ++next;
        } while (std::next_permutation(axes.begin(), axes.end()));
      }
  return mesh;
}

}  // namespace stiffbench
