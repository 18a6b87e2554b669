#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <cmath>

namespace stiffbench {

/// Repulsion that begins at the distance d0 (m) and stays finite: push k d0 (1 - g/d0)^4 at the gap
/// g < d0, energy k d0^2 (1 - g/d0)^5 / 5, k in N/m. Three derivatives of the push are continuous,
/// so that methods of order 4 keep their order. All functions take the vector d from the obstacle
/// to the point and the obstacle's radius, with g = |d| - radius. At d = 0, where the push has no
/// direction, they return NaN.
struct PenaltyContact {
  double k, d0;

  bool touches(const Eigen::Vector3d& d, double radius) const {
    return !(d.squaredNorm() >= (radius + d0) * (radius + d0));
  }
  /// The force on the point (N).
  template <class Scalar>
  Eigen::Matrix<Scalar, 3, 1> push(const Eigen::Matrix<Scalar, 3, 1>& d, double radius) const {
    using std::sqrt;
    const Scalar r = sqrt(d.squaredNorm()), s = depth(r, radius), squared = s * s;
    return static_cast<Scalar>(k) * static_cast<Scalar>(d0) * squared * squared / r * d;
  }
  /// The matrix -d(push)/dd (N/m); `projected` omits its negative curvature, which is perpendicular
  /// to d.
  template <bool projected = false>
  Eigen::Matrix3d stiffness(const Eigen::Vector3d& d, double radius) const {
    const double r = d.norm(), s = depth(r, radius);
    const double along = 4 * k * s * s * s;
    const double across = projected ? 0 : -k * d0 * s * s * s * s / r;
    const Eigen::Vector3d n = d / r;
    return across * Eigen::Matrix3d::Identity() + (along - across) * n * n.transpose();
  }
  double energy(const Eigen::Vector3d& d, double radius) const {
    return k * d0 * d0 * std::pow(depth(d.norm(), radius), 5) / 5;
  }

 private:
  /// The relative depth 1 - g/d0; 0 without contact.
  template <class Scalar>
  Scalar depth(Scalar r, double radius) const {
    const Scalar s = 1 - (r - static_cast<Scalar>(radius)) / static_cast<Scalar>(d0);
    return s < 0 ? Scalar(0) : s;  // NaN is kept
  }
};

}  // namespace stiffbench
