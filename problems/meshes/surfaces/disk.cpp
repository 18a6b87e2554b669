#include "problems/meshes/surfaces/disk.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace stiffbench {
namespace {

/// The point at this distance from the origin and this angle (rad).
Eigen::Vector3d point(double r, double angle) {
  return {r * std::cos(angle), 0, -r * std::sin(angle)};
}

/// Makes rings in `sectors` sectors with the vertices at(k, sector, step), 0 <= step < k.
template <class At>
SurfaceMesh rings_of(int sectors, int rings, const At& at) {
  const auto number = [&](int k, int i) {
    return k == 0 ? 0 : 1 + sectors * k * (k - 1) / 2 + i % (sectors * k);
  };
  SurfaceMesh mesh;
  mesh.vertices.resize(3, 1 + sectors * rings * (rings + 1) / 2);
  mesh.faces.resize(3, sectors * rings * rings);
  mesh.vertices.col(0).setZero();
  Eigen::Index next = 0;
  for (int k = 1; k <= rings; ++k)
    for (int i = 0; i < sectors * k; ++i) {
      const int sector = i / k, step = i % k;
      mesh.vertices.col(number(k, i)) = at(k, sector, step);
      // Ring k has k edges in a sector, ring k - 1 one less.
      const int inner = sector * (k - 1) + step;
      mesh.faces.col(next++) << number(k, i), number(k, i + 1), number(k - 1, inner);
      if (step > 0)
        mesh.faces.col(next++) << number(k, i), number(k - 1, inner), number(k - 1, inner - 1);
    }
  return mesh;
}

}  // namespace

SurfaceMesh disk(int rings, double radius) {
  return rings_of(6, rings, [&](int k, int sector, int step) {
    return point(radius * k / rings, 2 * std::numbers::pi * (sector * k + step) / (6 * k));
  });
}

SurfaceMesh regular_polygon(int sides, int rings, double radius) {
  return rings_of(sides, rings, [&](int k, int sector, int step) -> Eigen::Vector3d {
    const auto corner = [&](int number) {
      return point(radius * k / rings, 2 * std::numbers::pi * number / sides);
    };
    return corner(sector) + double(step) / k * (corner(sector + 1) - corner(sector));
  });
}

}  // namespace stiffbench
