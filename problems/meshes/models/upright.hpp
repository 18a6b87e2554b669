#pragma once

#include "problems/meshes/mesh.hpp"

#include <utility>

namespace stiffbench {

/// The mesh of a model, scaled to this height (m), its lowest vertex at y = 0.
inline TetMesh upright(TetMesh mesh, double height) {
  const double low = mesh.vertices.row(1).minCoeff(), high = mesh.vertices.row(1).maxCoeff();
  mesh.vertices.row(1).array() -= low;
  mesh.vertices *= height / (high - low);
  return mesh;
}

/// The faces of a mesh that belong to one tetrahedron alone, as bodies of pictures have them: four
/// corners, of which the last is the third once more.
inline Eigen::Matrix4Xi skin(const TetMesh& mesh) {
  const Eigen::Matrix3Xi triangles = surface_faces(mesh);
  Eigen::Matrix4Xi faces(4, triangles.cols());
  faces << triangles, triangles.row(2);
  return faces;
}

}  // namespace stiffbench
