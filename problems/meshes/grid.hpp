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

/// Returns the number of cells along an axis `times` times as long as one with `cells` cells.
int cells_along(int times, int cells);

/// Returns the vertices of a grid. Their numbers increase fastest along z and slowest along x,
/// which should be the longest axis, so that the vertices of an element are close together in
/// memory.
Eigen::Matrix3Xd grid_vertices(const Grid& grid);

/// These make meshes on vertices that are numbered like those of a grid with these cells but may
/// lie anywhere: with six tetrahedra in each cell round one of its diagonals (Kuhn's triangulation,
/// DOI 10.1147/rd.45.0518), or with one hexahedron.
TetMesh kuhn_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells);
HexMesh hex_mesh(Eigen::Matrix3Xd vertices, const std::array<int, 3>& cells);

/// Returns the faces of cells on the surface of a grid, four vertices per column, anticlockwise
/// seen from outside.
Eigen::Matrix4Xi grid_surface(const std::array<int, 3>& cells);

}  // namespace stiffbench
