#pragma once

#include "problems/meshes/mesh.hpp"

#include <utility>

namespace stiffbench {

/// Returns the mesh of a model, scaled to this height (m), with its lowest vertex at y = 0.
inline TetMesh upright(TetMesh mesh, double height) {
  const double low = mesh.vertices.row(1).minCoeff(), high = mesh.vertices.row(1).maxCoeff();
  mesh.vertices.row(1).array() -= low;
  mesh.vertices *= height / (high - low);
  return mesh;
}

/// Returns the mesh of a model, scaled so that the longest edge of its box has this length (m),
/// with the middle of the box's lowest face at `foot` (m).
inline TetMesh standing_at(const Eigen::Vector3d& foot, TetMesh mesh, double length) {
  const Eigen::Vector3d low = mesh.vertices.rowwise().minCoeff(),
                        high = mesh.vertices.rowwise().maxCoeff();
  Eigen::Vector3d middle = (low + high) / 2;
  middle[1] = low[1];
  const double scale = length / (high - low).maxCoeff();
  mesh.vertices = (scale * (mesh.vertices.colwise() - middle)).colwise() + foot;
  return mesh;
}

/// Returns the faces of a mesh that belong to one tetrahedron only, in the form that pictures of
/// bodies need: four corners, where the last one repeats the third.
inline Eigen::Matrix4Xi skin(const TetMesh& mesh) {
  const Eigen::Matrix3Xi triangles = surface_faces(mesh);
  Eigen::Matrix4Xi faces(4, triangles.cols());
  faces << triangles, triangles.row(2);
  return faces;
}

}  // namespace stiffbench
