#include "problems/meshes/models/model_bodies.hpp"

#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/dragon_mesh.hpp"
#include "problems/meshes/models/upright.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

using Eigen::Index;

/// Marks the vertices but the twentieth that is nearest to a point, which is given in fractions of
/// the body's length, height and width.
std::vector<bool> far_from(const TetMesh& mesh, const Eigen::Array3d& shares) {
  const Eigen::Array3d low = mesh.vertices.rowwise().minCoeff(),
                       high = mesh.vertices.rowwise().maxCoeff();
  const Eigen::Vector3d point = low + shares * (high - low);
  const Eigen::VectorXd distance = (mesh.vertices.colwise() - point).colwise().norm();
  Eigen::VectorXd sorted = distance;
  std::ranges::sort(sorted);
  const double reach = sorted[std::max<Index>(3, sorted.size() / 20)];
  std::vector<bool> free;
  for (const double d : distance) free.push_back(d >= reach);
  return free;
}

}  // namespace

TetMesh model_mesh(const std::string& name, const std::string& size) {
  return name == "dragon" ? dragon_mesh(size) : bunny_mesh(size);
}

HungModel hung_model(const std::string& name, const std::string& size, double height) {
  TetMesh mesh = upright(model_mesh(name, size), height);
  const Eigen::Array3d back =
      name == "dragon" ? Eigen::Array3d(0.65, 0.74, 0.35) : Eigen::Array3d(0.68, 0.6, 0.5);
  std::vector<bool> free = far_from(mesh, back);
  return {std::move(mesh), std::move(free)};
}

}  // namespace stiffbench
