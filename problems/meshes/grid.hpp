#pragma once

#include "problems/meshes/mesh.hpp"

#include <array>

namespace stiffbench {

/// A cuboid of cells with edges along the axes.
struct Grid {
  std::array<int, 3> cells;                       ///< along x, y, z
  Eigen::Vector3d size;                           ///< of the cuboid (m)
  Eigen::Vector3d low = Eigen::Vector3d::Zero();  ///< its corner of lowest x, y, z (m)
};

/// The cells along an axis that is so many times as long as another one with these cells.
int cells_along(int times, int cells);

/// The vertices of a grid; their numbers rise fastest along z and slowest along x, which should be
/// the longest axis, so that what an element touches lies together in memory.
Eigen::Matrix3Xd grid_vertices(const Grid& grid);

/// Meshes on vertices that are numbered like those of a grid with these cells, wherever they lie:
/// six tetrahedra in each cell round one diagonal of it (Kuhn's triangulation,
/// DOI 10.1147/rd.45.0518), or a hexahedron.
TetMesh kuhn_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells);
HexMesh hex_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells);

/// The faces of cells that make the surface of a grid: four vertices a column, anticlockwise seen
/// from outside.
Eigen::Matrix4Xi grid_surface(const std::array<int, 3>& cells);

}  // namespace stiffbench
