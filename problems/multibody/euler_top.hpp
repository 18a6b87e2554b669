#pragma once

#include <Eigen/Core>

namespace stiffbench {

/// A free rigid body in closed form (Landau, Lifshitz, Mechanics, section 37). At t = 0 its
/// principal axes are those of space, and it turns with `spin` about the axis of the intermediate
/// moment of inertia and with `tilt` about that of the largest one. With the modulus k,
///   rates = (-A k' sd(lambda t), spin cd(lambda t), tilt nd(lambda t))
/// in Jacobi's elliptic functions, and the precession about the angular momentum is a time plus an
/// elliptic integral of the third kind.
class EulerTop {
 public:
  /// `moments` of inertia (kg m^2) in increasing order, `spin` and `tilt` (rad/s) above 0.
  EulerTop(const Eigen::Vector3d& moments, double spin, double tilt);

  /// Returns the angular velocity about the principal axes (rad/s).
  Eigen::Vector3d rates(double t) const;
  /// Returns the principal axes in space, one a column.
  Eigen::Matrix3d axes(double t) const;
  /// Returns the first time at which the rate about the intermediate axis is 0 (s); the body has
  /// then turned over by half.
  double quarter_period() const;

 private:
  /// The angular momentum, the node and a third direction across both, in the body's frame.
  Eigen::Matrix3d frame(double t) const;
  double precession(double t) const;

  Eigen::Vector3d moments_;
  double spin_, tilt_, modulus_, complementary_, lambda_, amplitude_;
};

}  // namespace stiffbench
