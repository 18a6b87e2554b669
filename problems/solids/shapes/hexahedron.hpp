#pragma once

#include "problems/solids/shapes/quadrature.hpp"

#include <Eigen/LU>

#include <cmath>

namespace stiffbench {

/// The hexahedron with trilinear shape functions and 2 x 2 x 2 Gauss points. Node n is at the upper
/// end of the first, second and third direction of the reference cube [-1, 1]^3 if its bits 4, 2
/// and 1, respectively, are set.
struct Hexahedron {
  static constexpr int nodes = 8, points = 8;
  using Corners = Eigen::Matrix<double, 3, nodes>;

  static std::array<QuadraturePoint<nodes>, points> quadrature(const Corners& X) {
    std::array<QuadraturePoint<nodes>, points> all;
    for (int q = 0; q < points; ++q) {
      const Corners slopes = reference_slopes(gauss_point(q));
      const Matrix3<double> map = X * slopes.transpose();
      all[q].volume = positive_volume(map.determinant());
      all[q].gradients = map.inverse().transpose() * slopes;
    }
    return all;
  }
  /// Returns the integrals of products of two shape functions (m^3).
  static Eigen::Matrix<double, nodes, nodes> mass(const Corners& X) {
    Eigen::Matrix<double, nodes, nodes> M;
    M.setZero();
    for (int q = 0; q < points; ++q) {
      const Vector3<double> at = gauss_point(q);
      Eigen::Matrix<double, nodes, 1> shape;
      for (int n = 0; n < nodes; ++n) shape[n] = (1 + side(n).cwiseProduct(at).array()).prod() / 8;
      M += positive_volume((X * reference_slopes(at).transpose()).determinant()) * shape *
           shape.transpose();
    }
    return M;
  }

 private:
  /// Position of a node in the reference cube.
  static Vector3<double> side(int node) {
    return {node & 4 ? 1. : -1., node & 2 ? 1. : -1., node & 1 ? 1. : -1.};
  }
  static Vector3<double> gauss_point(int q) { return side(q) / std::sqrt(3.); }
  /// Returns the derivatives of the shape functions in the reference cube, one column per node.
  static Corners reference_slopes(const Vector3<double>& at) {
    Corners slopes;
    for (int n = 0; n < nodes; ++n) {
      const Vector3<double> s = side(n), factor = 1 + s.array() * at.array();
      slopes.col(n) << s[0] * factor[1] * factor[2], s[1] * factor[2] * factor[0],
          s[2] * factor[0] * factor[1];
    }
    return slopes / 8;
  }
};

}  // namespace stiffbench
