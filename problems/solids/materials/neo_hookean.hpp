#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace stiffbench {

/// The compressible neo-Hookean material (Bonet, Wood, DOI 10.1017/CBO9780511755446):
/// Psi = mu/2 (I1 - 3) - mu ln J + lambda/2 ln(J)^2. For J <= 0 the energy is infinite and the
/// forces are NaN.
struct NeoHookeanSolid : Lame {
  static constexpr bool invertible = false;  ///< the energy is infinite for J <= 0

  /// Returns Psi (J/m^3).
  template <class Scalar>
  Scalar energy(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    Scalar sum(0);
    for (const Scalar& e : at.e) sum += m * (e * e / 2 - log_remainder(e));
    const Scalar log_J = log_volume(at);
    return select(at.s[2] > 0, Scalar(sum + l / 2 * log_J * log_J),
                  Scalar(std::numeric_limits<double>::infinity()));
  }
  /// Returns the derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> principal_stresses(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return (m * at.e.array() * (2 + at.e.array()) + l * log_volume(at)) / at.s.array();
  }
  /// Returns the second derivatives of Psi (Pa).
  template <class Scalar>
  Curvature<Scalar> curvature(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Scalar by_log = m - l * log_volume(at);
    const Vector3<Scalar> inverse = at.s.cwiseInverse();
    const Vector3<Scalar> by_pairs = by_log * at.cofactors().cwiseInverse();
    Curvature<Scalar> c;
    c.second = l * inverse * inverse.transpose();
    c.second.diagonal().array() += m + by_log * inverse.array().square();
    c.shear = m + by_pairs.array();
    c.spin = m - by_pairs.array();
    return c;
  }
  /// Returns the terms of Psi.
  std::array<StrainTerm, 2> strain_terms(const Stretches<double>& at) const {
    double squared = 0;
    for (const double e : at.e) squared += e * e - 2 * log_remainder(e);
    return {term_of_size(squared, at.e.array() * (2 + at.e.array()) / at.s.array(), mu),
            StrainTerm{log_volume(at), at.s.cwiseInverse(), lambda}};
  }

 private:
  /// Returns ln J, from the volume change near rest and from the product of the stretches far from
  /// it.
  template <class Scalar>
  static Scalar log_volume(const Stretches<Scalar>& at) {
    using std::log, std::log1p;
    const Scalar change = at.volume_change();
    return select(change > -0.5, Scalar(log1p(change)), Scalar(log(at.s.prod())));
  }
};

}  // namespace stiffbench
