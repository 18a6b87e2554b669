#include "problems/meshes/surfaces/torus.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {

SurfaceMesh torus(int along, int around, double radius, double tube) {
  SurfaceMesh mesh;
  mesh.vertices.resize(3, along * around);
  mesh.faces.resize(3, 2 * along * around);
  const auto number = [&](int i, int j) { return i % along * around + j % around; };
  const double turn = 2 * std::numbers::pi;
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) {
      const double a = turn * i / along, b = turn * j / around, r = radius + tube * std::cos(b);
      mesh.vertices.col(number(i, j)) << r * std::cos(a), tube * std::sin(b), -r * std::sin(a);
      const int corner = number(i, j), next = number(i + 1, j), up = number(i, j + 1),
                opposite = number(i + 1, j + 1);
      mesh.faces.col(2 * corner) << corner, next, opposite;
      mesh.faces.col(2 * corner + 1) << corner, opposite, up;
    }
  return mesh;
}

}  // namespace stiffbench
