#include "problems/contact/affine/moments.hpp"

#include "base/error.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <fmt/format.h>

namespace stiffbench {
namespace {

using Corners = Eigen::Matrix<double, 3, 4>;

/// Integrals of 1, x and x x' over tetrahedra, relative to an origin near them, since differences
/// of large numbers would lose digits.
class Integrals {
 public:
  explicit Integrals(const Eigen::Vector3d& origin) : origin_(origin) {}

  /// Adds a tetrahedron; its volume is negative if its orientation is.
  void add(Corners corners) {
    corners.colwise() -= origin_;
    const Eigen::Matrix3d edges = corners.rightCols<3>().colwise() - corners.col(0);
    const double volume = edges.determinant() / 6;
    const Eigen::Vector3d sum = corners.rowwise().sum();
    zeroth_ += volume;
    first_ += volume / 4 * sum;
    second_ += volume / 20 * (corners * corners.transpose() + sum * sum.transpose());
  }
  Moments moments(double density) const {
    if (!(zeroth_ > 0))
      throw Error("a body has a positive volume", fmt::format("{} m^3", zeroth_),
                  "close its surface, with faces anticlockwise seen from outside");
    const Eigen::Vector3d centre = first_ / zeroth_;
    const Eigen::Matrix3d second = second_ - zeroth_ * centre * centre.transpose();
    if (const double least = second.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
        !(least > 1e-12 * second.trace()))
      throw Error("a body has a thickness in every direction",
                  fmt::format("a second moment of {} m^5", least), "thicken the body");
    return {density * zeroth_, origin_ + centre, density * second};
  }

 private:
  Eigen::Vector3d origin_;
  double zeroth_ = 0;
  Eigen::Vector3d first_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3d second_ = Eigen::Matrix3d::Zero();
};

}  // namespace

Moments moments_of(const SurfaceMesh& surface, double density) {
  const Eigen::Vector3d apex = surface.vertices.rowwise().mean();
  Integrals sums(apex);
  Corners corners;
  corners.col(0) = apex;
  for (const auto& face : surface.faces.colwise()) {
    corners.rightCols<3>() = surface.vertices(Eigen::all, face);
    sums.add(corners);
  }
  return sums.moments(density);
}

Moments moments_of(const TetMesh& mesh, double density) {
  Integrals sums(mesh.vertices.rowwise().mean());
  for (const auto& tet : mesh.tets.colwise()) sums.add(mesh.vertices(Eigen::all, tet));
  return sums.moments(density);
}

}  // namespace stiffbench
