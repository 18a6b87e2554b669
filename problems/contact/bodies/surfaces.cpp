#include "problems/contact/bodies/surfaces.hpp"

#include <vector>

namespace stiffbench {

using Eigen::Index;

Eigen::Matrix3Xi triangles_of(const Eigen::Matrix4Xi& faces) {
  Eigen::Matrix3Xi triangles(3, 2 * faces.cols());
  for (Index i = 0; i < faces.cols(); ++i) {
    const Eigen::Vector4i face = faces.col(i);
    triangles.col(2 * i) << face[0], face[1], face[2];
    triangles.col(2 * i + 1) << face[0], face[2], face[3];
  }
  return triangles;
}

SurfaceMesh hexahedron_surface(const Eigen::Matrix<double, 3, 8>& vertices) {
  return {vertices, triangles_of(grid_surface({1, 1, 1}))};
}

SurfaceMesh cuboid_surface(const Grid& grid) {
  const Eigen::Matrix3Xd all = grid_vertices(grid);
  SurfaceMesh surface{{}, triangles_of(grid_surface(grid.cells))};
  std::vector<int> number(static_cast<std::size_t>(all.cols()), -1);
  std::vector<int> used;
  for (int& vertex : surface.faces.reshaped()) {
    int& next = number[static_cast<std::size_t>(vertex)];
    if (next < 0) {
      next = static_cast<int>(used.size());
      used.push_back(vertex);
    }
    vertex = next;
  }
  surface.vertices = all(Eigen::all, used);
  return surface;
}

SurfaceMesh moved(SurfaceMesh surface, const Eigen::Matrix3d& rotation,
                  const Eigen::Vector3d& translation) {
  surface.vertices = (rotation * surface.vertices).colwise() + translation;
  return surface;
}

}  // namespace stiffbench
