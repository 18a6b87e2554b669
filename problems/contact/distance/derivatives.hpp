#pragma once

#include "problems/contact/distance/closest.hpp"

#include <numbers>

namespace stiffbench {

/// Returns the gradient (m) of the squared distance by the positions, flattened xyzxyz...: block i
/// is 2 w_i r with the weights w and the difference r of the closest points. The closest points'
/// own motion adds nothing, because it leaves the distance stationary.
template <int n>
Eigen::Matrix<double, 3 * n, 1> distance_gradient(const Points<n>& points, const Closest<n>& pair) {
  const Eigen::Vector3d difference = points * pair.weights;
  Eigen::Matrix<double, 3 * n, 1> gradient;
  for (int i = 0; i < n; ++i)
    gradient.template segment<3>(3 * i) = 2 * pair.weights[i] * difference;
  return gradient;
}

/// Returns the Hessian (dimensionless) of the squared distance, a symmetric matrix. With r = sum
/// w_i x_i and the axes e_k = sum c_ik x_i of the free coordinates, orthogonal to r and to one
/// another, it is
///   H_ij = 2 (w_i w_j I - sum_k (w_i e_k + c_ik r) (w_j e_k + c_jk r)' / |e_k|^2):
/// the second derivative at fixed coordinates, less what the closest points save by their motion.
/// The Hessian jumps where the closest features change, and this is the one of the features of
/// `pair`.
template <int n>
Eigen::Matrix<double, 3 * n, 3 * n> distance_hessian(const Points<n>& points,
                                                     const Closest<n>& pair) {
  const Eigen::Vector3d difference = points * pair.weights;
  Eigen::Matrix<double, 3 * n, 3 * n> hessian;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      hessian.template block<3, 3>(3 * i, 3 * j) =
          2 * pair.weights[i] * pair.weights[j] * Eigen::Matrix3d::Identity();
  for (int k = 0; k < pair.free; ++k) {
    const Eigen::Vector3d axis = points * pair.directions.col(k);
    Eigen::Matrix<double, 3 * n, 1> mixed;
    for (int i = 0; i < n; ++i)
      mixed.template segment<3>(3 * i) =
          pair.weights[i] * axis + pair.directions(i, k) * difference;
    mixed *= std::numbers::sqrt2 / axis.norm();
    hessian.noalias() -= mixed * mixed.transpose();
  }
  return hessian;
}

}  // namespace stiffbench
