#pragma once

#include "base/error.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <fmt/format.h>

namespace stiffbench {

/// A triangle at rest, in its plane.
struct FlatTriangle {
  Eigen::Matrix<double, 3, 2> axes;       ///< orthonormal, in the plane
  Eigen::Matrix<double, 2, 3> gradients;  ///< of the shape functions, along the axes (1/m)
  double area;                            ///< m^2

  /// `corners`: positions, one per column. Throws Error for a triangle without area, of this
  /// number.
  FlatTriangle(const Eigen::Matrix3d& corners, Eigen::Index number) {
    const Eigen::Vector3d a = corners.col(1) - corners.col(0), b = corners.col(2) - corners.col(0),
                          normal = a.cross(b);
    if (!(normal.norm() > 1e-12 * a.norm() * b.norm()))
      throw Error("every triangle of a membrane has an area at rest",
                  fmt::format("{} m^2 of triangle {}", normal.norm() / 2, number),
                  "remove it from the mesh");
    area = normal.norm() / 2;
    axes << a.normalized(), normal.cross(a).normalized();
    Eigen::Matrix<double, 3, 2> edges;
    edges << a, b;
    gradients.rightCols<2>() = Eigen::Matrix2d(axes.transpose() * edges).inverse().transpose();
    gradients.col(0) = -gradients.rightCols<2>().rowwise().sum();
  }
};

}  // namespace stiffbench
