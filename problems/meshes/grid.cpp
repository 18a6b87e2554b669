#include "problems/meshes/grid.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

using Eigen::Index;

/// Throws Error for grids with more vertices or tetrahedra than an int can number.
void check_cells(const std::array<int, 3>& n) {
  const double vertices = (n[0] + 1.) * (n[1] + 1.) * (n[2] + 1.);
  const double tets = 6. * n[0] * n[1] * n[2], most = std::numeric_limits<int>::max();
  if (vertices > most || tets > most || std::min({n[0], n[1], n[2]}) < 1)
    throw Error(
        "a grid has at least one cell along each axis, and at most 2^31 - 1 vertices and "
        "tetrahedra",
        fmt::format("{} x {} x {} cells", n[0], n[1], n[2]), "take fewer cells");
}

/// Returns the differences of vertex numbers along x, y and z.
std::array<int, 3> strides(const std::array<int, 3>& cells) {
  return {(cells[1] + 1) * (cells[2] + 1), cells[2] + 1, 1};
}

/// Calls visit(vertex) for the vertex of the lowest number of every cell, in order.
template <class Visit>
void each_cell(const std::array<int, 3>& cells, Visit&& visit) {
  const auto along = strides(cells);
  for (int i = 0; i < cells[0]; ++i)
    for (int j = 0; j < cells[1]; ++j)
      for (int k = 0; k < cells[2]; ++k) visit(i * along[0] + j * along[1] + k * along[2]);
}

}  // namespace

int cells_along(int times, int cells) {
  if (times > std::numeric_limits<int>::max() / cells)
    throw Error("a grid has at most 2^31 - 1 cells along an axis",
                fmt::format("{} times {}", times, cells), "take fewer cells");
  return times * cells;
}

Eigen::Matrix3Xd grid_vertices(const Grid& grid) {
  const auto& n = grid.cells;
  check_cells(n);
  Eigen::Matrix3Xd vertices(3, (n[0] + 1) * (n[1] + 1) * (n[2] + 1));
  Index next = 0;
  for (int i = 0; i <= n[0]; ++i)
    for (int j = 0; j <= n[1]; ++j)
      for (int k = 0; k <= n[2]; ++k)
        vertices.col(next++) =
            grid.low + grid.size.cwiseProduct(
                           Eigen::Vector3d(double(i) / n[0], double(j) / n[1], double(k) / n[2]));
  return vertices;
}

TetMesh kuhn_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells) {
  TetMesh mesh{std::move(vertices), {}};
  mesh.tets.resize(4, 6 * cells[0] * cells[1] * cells[2]);
  const auto along = strides(cells);
  Index next = 0;
  each_cell(cells, [&](int vertex) {
    std::array<std::size_t, 3> axes = {0, 1, 2};
    do {
      auto tet = mesh.tets.col(next);
      tet[0] = vertex;
      for (int k = 0; k < 3; ++k) tet[k + 1] = tet[k] + along[axes[std::size_t(k)]];
      if (tet_volume(mesh, next) < 0) std::swap(tet[2], tet[3]);
      ++next;
    } while (std::next_permutation(axes.begin(), axes.end()));
  });
  return mesh;
}

HexMesh hex_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells) {
  HexMesh mesh{std::move(vertices), {}};
  mesh.hexes.resize(8, cells[0] * cells[1] * cells[2]);
  const auto along = strides(cells);
  Index next = 0;
  each_cell(cells, [&](int vertex) {
    for (int n = 0; n < 8; ++n)
      mesh.hexes(n, next) =
          vertex + (n & 4 ? along[0] : 0) + (n & 2 ? along[1] : 0) + (n & 1 ? along[2] : 0);
    ++next;
  });
  return mesh;
}

Eigen::Matrix4Xi grid_surface(const std::array<int, 3>& cells) {
  Eigen::Matrix4Xi faces(4, 2 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]));
  const auto along = strides(cells);
  Index next = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
    for (int i = 0; i < cells[a]; ++i)
      for (int j = 0; j < cells[b]; ++j) {
        const int corner = i * along[a] + j * along[b], far = cells[axis] * along[axis];
        const Eigen::Vector4i face =
            corner + Eigen::Array4i(0, along[a], along[a] + along[b], along[b]);
        faces.col(next++) = face.array() + far;
        faces.col(next++) = face.reverse();
      }
  }
  return faces;
}

}  // namespace stiffbench
