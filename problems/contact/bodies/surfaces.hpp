#pragma once

#include "problems/meshes/grid.hpp"
#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// Splits quadrilaterals into two triangles each.
Eigen::Matrix3Xi triangles_of(const Eigen::Matrix4Xi& faces);

/// Returns the surface of a hexahedron, two triangles per side. Its eight vertices (m) are in the
/// order of HexMesh.
SurfaceMesh hexahedron_surface(const Eigen::Matrix<double, 3, 8>& vertices);
/// Returns the surface of a cuboid of cells, without the vertices inside it.
SurfaceMesh cuboid_surface(const Grid& grid);
/// Returns a surface, rotated about the origin and then translated (m).
SurfaceMesh moved(SurfaceMesh surface, const Eigen::Matrix3d& rotation,
                  const Eigen::Vector3d& translation);

}  // namespace stiffbench
