#pragma once

#include "problems/solids/shapes/quadrature.hpp"

#include <Eigen/LU>

namespace stiffbench {

/// The tetrahedron with linear shape functions. Its deformation gradient is constant, so one point
/// integrates its energy exactly.
struct Tetrahedron {
  static constexpr int nodes = 4, points = 1;
  using Corners = Eigen::Matrix<double, 3, nodes>;

  static std::array<QuadraturePoint<nodes>, points> quadrature(const Corners& X) {
    const Matrix3<double> edges = X.rightCols<3>().colwise() - X.col(0);
    QuadraturePoint<nodes> point;
    point.volume = positive_volume(edges.determinant() / 6);
    point.gradients.rightCols<3>() = edges.inverse().transpose();
    point.gradients.col(0) = -point.gradients.rightCols<3>().rowwise().sum();
    return {point};
  }
  /// Returns the integrals of products of two shape functions (m^3).
  static Eigen::Matrix<double, nodes, nodes> mass(const Corners& X) {
    Eigen::Matrix<double, nodes, nodes> M;
    M.setOnes();
    M.diagonal().array() += 1;
    return quadrature(X)[0].volume / 20 * M;
  }
};

}  // namespace stiffbench
