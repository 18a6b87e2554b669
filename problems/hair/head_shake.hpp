#pragma once

#include <Eigen/Core>

#include <cmath>
#include <numbers>

namespace stiffbench {

/// A head that is shaken, that is, turned about z by the angle
///   amplitude sin(2 pi t / period) (1 - exp(-(t / onset)^2)).
struct HeadShake {
  double amplitude, period, onset;

  template <class Scalar>
  Scalar angle(Scalar t) const {
    using std::exp, std::sin;
    const Scalar part = t / static_cast<Scalar>(onset);
    return static_cast<Scalar>(amplitude) * sin(phase(t)) * (1 - exp(-part * part));
  }
  double rate(double t) const {
    const double part = t / onset, left = std::exp(-part * part);
    return amplitude * (2 * std::numbers::pi / period * std::cos(phase(t)) * (1 - left) +
                        std::sin(phase(t)) * 2 * part / onset * left);
  }

 private:
  template <class Scalar>
  Scalar phase(Scalar t) const {
    return 2 * std::numbers::pi_v<Scalar> * t / static_cast<Scalar>(period);
  }
};

/// The rotation R about z by an angle, and R' - 1, computed without cancellation for small angles.
template <class Scalar>
struct Turn {
  using Matrix = Eigen::Matrix<Scalar, 3, 3>;
  Matrix R, back_less_one;

  explicit Turn(Scalar angle) {
    using std::cos, std::sin;
    const Scalar s = sin(angle), half = sin(angle / 2), less = -2 * half * half;
    back_less_one << less, s, 0, -s, less, 0, 0, 0, 0;
    R = Matrix::Identity() + back_less_one.transpose();
  }
};

}  // namespace stiffbench
