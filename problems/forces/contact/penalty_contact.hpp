#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <cmath>

namespace stiffbench {

/// Repulsion that begins at the distance dhat (m) and stays finite: force k dhat (1 - g/dhat)^4 at
/// the gap g < dhat, energy k dhat^2 (1 - g/dhat)^5 / 5, k in N/m. Three derivatives of the force
/// are continuous, so that methods of order 4 keep their order. All functions take the vector d
/// from the obstacle to the point and the obstacle's radius, with g = |d| - radius. At d = 0, where
/// the force has no direction, they return NaN.
struct PenaltyContact {
  double k, dhat;

  bool touches(const Eigen::Vector3d& d, double radius) const {
    return !(d.squaredNorm() >= (radius + dhat) * (radius + dhat));
  }
  /// The force on the point (N).
  template <class Scalar>
  Eigen::Matrix<Scalar, 3, 1> force(const Eigen::Matrix<Scalar, 3, 1>& d, double radius) const {
    using std::sqrt;
    const Scalar r = sqrt(d.squaredNorm()), s = depth(r, radius), squared = s * s;
    return static_cast<Scalar>(k) * static_cast<Scalar>(dhat) * squared * squared / r * d;
  }
  /// The matrix -d(force)/dd (N/m); `projected` omits its negative curvature, which is
  /// perpendicular to d.
  template <bool projected = false>
  Eigen::Matrix3d stiffness(const Eigen::Vector3d& d, double radius) const {
    const double r = d.norm(), s = depth(r, radius);
    const double along = 4 * k * s * s * s;
    const double across = projected ? 0 : -k * dhat * s * s * s * s / r;
    const Eigen::Vector3d n = d / r;
    return across * Eigen::Matrix3d::Identity() + (along - across) * n * n.transpose();
  }
  double energy(const Eigen::Vector3d& d, double radius) const {
    return k * dhat * dhat * std::pow(depth(d.norm(), radius), 5) / 5;
  }

 private:
  /// The relative depth 1 - g/dhat; 0 without contact.
  template <class Scalar>
  Scalar depth(Scalar r, double radius) const {
    const Scalar s = 1 - (r - static_cast<Scalar>(radius)) / static_cast<Scalar>(dhat);
    return s < 0 ? Scalar(0) : s;  // NaN is kept
  }
};

}  // namespace stiffbench
