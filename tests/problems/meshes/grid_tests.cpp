#include "problems/meshes/grid.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <utility>

namespace grid_tests {

using namespace stiffbench;

namespace {

constexpr std::array<int, 3> cells = {4, 3, 2};
Eigen::Matrix3Xd vertices() { return grid_vertices({cells, {0.4, 0.3, 0.2}, {1, 2, 3}}); }

}  // namespace

TEST_CASE("Kuhn's grid fills its cuboid with tetrahedra of one volume", "[mesh]") {
  const TetMesh mesh = kuhn_mesh(vertices(), cells);
  CHECK_NOTHROW(validate(mesh));
  CHECK(mesh.vertices.cols() == 5 * 4 * 3);
  CHECK(mesh.tets.cols() == 6 * 24);
  CHECK(volume(mesh) == Approx(0.4 * 0.3 * 0.2).epsilon(1e-13));
  CHECK(mesh.vertices.col(0) == Eigen::Vector3d(1, 2, 3));
  CHECK((mesh.vertices.rightCols<1>() - Eigen::Vector3d(1.4, 2.3, 3.2)).norm() < 1e-15);
  CHECK(quality(mesh).least_volume == Approx(1e-3 / 6));
  CHECK(quality(mesh).least_dihedral_angle == Approx(45));
  // Conforming: every face is on the surface or has two elements.
  std::set<std::set<int>> once;
  for (const auto& tet : mesh.tets.colwise())
    for (int i = 0; i < 4; ++i) {
      std::set<int> face(tet.begin(), tet.end());
      face.erase(tet[i]);
      if (!once.insert(face).second) once.erase(face);
    }
  CHECK(once.size() == 2 * 2 * (12 + 6 + 8));
}

TEST_CASE("the hexahedral grid has its corners where its bits say", "[mesh]") {
  const HexMesh mesh = hex_mesh(vertices(), cells);
  CHECK(mesh.hexes.cols() == 24);
  for (const auto& hex : mesh.hexes.colwise())
    for (int n = 0; n < 8; ++n) {
      const Eigen::Vector3d across = mesh.vertices.col(hex[n]) - mesh.vertices.col(hex[0]);
      const Eigen::Vector3d bits(n & 4 ? 0.1 : 0, n & 2 ? 0.1 : 0, n & 1 ? 0.1 : 0);
      CHECK((across - bits).norm() < 1e-15);
    }
  CHECK(joined_pairs(mesh).cols() == 48 + 45 + 40 + 2 * (36 + 30 + 32) + 4 * 24);
}

TEST_CASE("the surface of a grid is closed and faces outwards", "[mesh]") {
  const Eigen::Matrix3Xd X = vertices();
  const Eigen::Matrix4Xi faces = grid_surface(cells);
  CHECK(faces.cols() == 2 * (12 + 6 + 8));
  const Eigen::Vector3d centre = X.rowwise().mean();
  std::set<std::pair<int, int>> directed;
  for (const auto& face : faces.colwise()) {
    const Eigen::Vector3d a = X.col(face[0]), b = X.col(face[1]), c = X.col(face[2]);
    CHECK((b - a).cross(c - b).dot(a - centre) > 0);
    for (int i = 0; i < 4; ++i) CHECK(directed.insert({face[i], face[(i + 1) % 4]}).second);
  }
  for (const auto& [a, b] : directed) CHECK(directed.count({b, a}) == 1);
}

TEST_CASE("a thin tetrahedron has a small dihedral angle", "[mesh]") {
  TetMesh mesh;
  mesh.vertices.resize(3, 4);
  mesh.vertices << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.1;
  mesh.tets = Eigen::Vector4i(0, 1, 2, 3);
  // The face through the last three vertices leans at atan(0.1 sqrt 2) against the ground.
  CHECK(quality(mesh).least_dihedral_angle ==
        Approx(std::atan(0.1 * std::sqrt(2.)) * 180 / 3.14159265358979));
  CHECK(quality(mesh).least_volume == Approx(0.1 / 6));
}

TEST_CASE("grids with more cells than an int numbers are refused", "[mesh]") {
  CHECK(cells_along(2, 1 << 29) == 1 << 30);
  CHECK_THROWS_WITH(cells_along(4, 1 << 29), Catch::Contains("4 times 536870912"));
  CHECK_THROWS_WITH(grid_vertices({{1 << 10, 1 << 10, 1 << 11}, {1, 1, 1}}),
                    Catch::Contains("1024 x 1024 x 2048 cells"));
}

}  // namespace grid_tests
