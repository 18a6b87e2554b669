#include "problems/multibody/euler_top.hpp"

#include <Eigen/Geometry>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include <cmath>
#include <numbers>

namespace stiffbench {

using Eigen::Matrix3d;
using Eigen::Vector3d;

EulerTop::EulerTop(const Vector3d& moments, double spin, double tilt)
    : moments_(moments), spin_(spin), tilt_(tilt) {
  const double i1 = moments[0], i2 = moments[1], i3 = moments[2];
  const double of_spin = i2 * (i2 - i1) * spin * spin, of_tilt = i3 * (i3 - i1) * tilt * tilt;
  modulus_ = std::sqrt(of_spin / (of_spin + of_tilt));
  complementary_ = std::sqrt(of_tilt / (of_spin + of_tilt));
  lambda_ = std::sqrt((i3 - i2) * (of_spin + of_tilt) / (i1 * i2 * i3));
  amplitude_ = spin * std::sqrt(i2 * (i3 - i2) / (i1 * (i3 - i1)));
}

Vector3d EulerTop::rates(double t) const {
  double cn = 0, dn = 0;
  const double sn = boost::math::jacobi_elliptic(modulus_, lambda_ * t, &cn, &dn);
  return Vector3d(-amplitude_ * complementary_ * sn, spin_ * cn, tilt_) / dn;
}

Matrix3d EulerTop::frame(double t) const {
  Matrix3d all;
  all.col(0) = moments_.cwiseProduct(rates(t)).normalized();
  all.col(1) = all.col(0).cross(Vector3d::UnitZ()).normalized();
  all.col(2) = all.col(0).cross(all.col(1));
  return all;
}

Matrix3d EulerTop::axes(double t) const {
  const Matrix3d start = frame(0);
  const Eigen::AngleAxisd turn(precession(t), start.col(0));
  return turn * start * frame(t).transpose();
}

double EulerTop::quarter_period() const { return boost::math::ellint_1(modulus_) / lambda_; }

/// With the angular momentum L and twice the energy E, the node turns with the rate
///   L (E - I3 w3^2)/(L^2 - I3^2 w3^2),  w3 = tilt/dn.
double EulerTop::precession(double t) const {
  const double i2 = moments_[1], i3 = moments_[2];
  const double of_spin = std::pow(i2 * spin_, 2), of_tilt = std::pow(i3 * tilt_, 2),
               momentum = std::sqrt(of_spin + of_tilt),
               excess = i2 * (i3 - i2) * spin_ * spin_;  // E I3 - L^2
  double cn = 0, dn = 0;
  const double sn = boost::math::jacobi_elliptic(modulus_, lambda_ * t, &cn, &dn),
               turns = std::round(t / (4 * quarter_period())),
               amplitude = 2 * std::numbers::pi * turns + std::atan2(sn, cn);
  const double characteristic = (1 + of_tilt / of_spin) * modulus_ * modulus_,
               third_kind = boost::math::ellint_3(modulus_, characteristic, amplitude);
  return momentum * t / i3 +
         excess / (i3 * momentum) * (t + of_tilt / of_spin / lambda_ * third_kind);
}

}  // namespace stiffbench
