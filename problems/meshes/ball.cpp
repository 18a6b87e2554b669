#include "problems/meshes/ball.hpp"

#include "problems/meshes/tetgen.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Vector3d;
using Face = std::array<int, 3>;

std::vector<Vector3d> icosahedron() {
  std::vector<Vector3d> corners;
  for (const double a : {-1., 1.})
    for (const double b : {-std::numbers::phi, std::numbers::phi})
      for (const Vector3d& corner : {Vector3d(0, a, b), Vector3d(a, b, 0), Vector3d(b, 0, a)})
        corners.push_back(corner);
  return corners;
}

/// Returns the triples of corners at the distance of an edge, 2, anticlockwise seen from outside.
std::vector<Face> faces_of(const std::vector<Vector3d>& corners) {
  const auto count = static_cast<int>(corners.size());
  const auto at = [&](int i) { return corners[static_cast<std::size_t>(i)]; };
  const auto joined = [&](int i, int j) { return (at(i) - at(j)).norm() < 2.1; };
  std::vector<Face> faces;
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      for (int k = j + 1; k < count; ++k)
        if (joined(i, j) && joined(j, k) && joined(i, k)) {
          const bool outward = at(i).dot(at(j).cross(at(k))) > 0;
          faces.push_back({i, outward ? j : k, outward ? k : j});
        }
  return faces;
}

}  // namespace

SurfaceMesh geodesic_sphere(int frequency) {
  const std::vector<Vector3d> corners = icosahedron();
  SurfaceMesh mesh{{3, 10 * frequency * frequency + 2}, {3, 20 * frequency * frequency}};
  std::map<std::map<int, int>, int> numbers;  // by the nonzero weights of the corners
  Eigen::Index next = 0;
  for (const Face& face : faces_of(corners)) {
    const auto vertex = [&](int i, int j) {
      const std::array<int, 3> weights = {frequency - i - j, i, j};
      std::map<int, int> key;
      Vector3d sum = Vector3d::Zero();
      for (std::size_t c = 0; c < 3; ++c) {
        if (weights[c] > 0) key[face[c]] = weights[c];
        sum += weights[c] * corners[static_cast<std::size_t>(face[c])];
      }
      const auto [entry, fresh] = numbers.emplace(key, static_cast<int>(numbers.size()));
      if (fresh) mesh.vertices.col(entry->second) = sum.normalized();
      return entry->second;
    };
    for (int i = 0; i < frequency; ++i)
      for (int j = 0; i + j < frequency; ++j) {
        mesh.faces.col(next++) << vertex(i, j), vertex(i + 1, j), vertex(i, j + 1);
        if (i + j + 1 < frequency)
          mesh.faces.col(next++) << vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1);
      }
  }
  return mesh;
}

TetMesh ball_mesh(int frequency, double radius) {
  const double volume = 0.003825 * std::pow(4. / frequency, 3);
  TetMesh mesh = tetrahedralize(geodesic_sphere(frequency), fmt::format("-pYq1.4a{:.6f}", volume));
  mesh.vertices *= radius;
  return mesh;
}

}  // namespace stiffbench
