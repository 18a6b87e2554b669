#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {

/// The compressible neo-Hookean material (Bonet, Wood, DOI 10.1017/CBO9780511755446):
/// Psi = mu/2 (I1 - 3) - mu ln J + lambda/2 ln(J)^2, infinite where J <= 0; its forces are
/// not-a-number there.
struct NeoHookeanSolid : Lame {
  static constexpr bool invertible = false;  ///< the energy is infinite where J <= 0

  /// Psi (J/m^3).
  double energy(const Stretches<double>& at) const {
    if (!(at.s.minCoeff() > 0)) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const double e : at.e) sum += mu * (e * e / 2 - log_remainder(e));
    const double log_J = log_volume(at);
    return sum + lambda / 2 * log_J * log_J;
  }
  /// The derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> slopes(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return (m * at.e.array() * (2 + at.e.array()) + l * log_volume(at)) / at.s.array();
  }
  Curvature curvature(const Stretches<double>& at) const {
    const double by_log = mu - lambda * log_volume(at);
    const Vector3<double> inverse = at.s.cwiseInverse();
    const Vector3<double> by_pairs = by_log * at.cofactors().cwiseInverse();
    Curvature c;
    c.second = lambda * inverse * inverse.transpose();
    c.second.diagonal().array() += mu + by_log * inverse.array().square();
    c.shear = mu + by_pairs.array();
    c.spin = mu - by_pairs.array();
    return c;
  }

 private:
  template <class Scalar>
  static Scalar log_volume(const Stretches<Scalar>& at) {
    using std::log1p;
    return log1p(at.e[0]) + log1p(at.e[1]) + log1p(at.e[2]);
  }
};

}  // namespace stiffbench
