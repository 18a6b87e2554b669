#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <array>
#include <cmath>

namespace stiffbench {

/// The stable neo-Hookean material with its logarithmic term (Smith, de Goes, Kim,
/// DOI 10.1145/3180491), shifted by a constant so that Psi = 0 at rest:
///   Psi = m/2 (I1 - 3) + l/2 (J - a)^2 - m/2 ln(I1 + 1) - constant,
/// with m = 4/3 mu, l = lambda + 5/6 mu, a = 1 + 3/4 m/l. In terms of d = I1 - 3 and j = J - 1,
/// without the terms that cancel at rest:
///   Psi = 3/8 m (d - 2 j) + l/2 j^2 - m/2 (ln(1 + d/4) - d/4).
struct StableNeoHookean {
  static constexpr bool invertible = true;  ///< the energy is finite for J <= 0
  double m, l;
  StableNeoHookean(const Lame& lame) : m(4 * lame.mu / 3), l(lame.lambda + 5 * lame.mu / 6) {}

  /// Returns Psi (J/m^3).
  template <class Scalar>
  Scalar energy(const Stretches<Scalar>& at) const {
    const auto ms = static_cast<Scalar>(m), ls = static_cast<Scalar>(l);
    const auto& e = at.e;
    const Scalar j = at.volume_change();
    const Scalar pairs = e[0] * e[1] + e[1] * e[2] + e[2] * e[0];
    return 3 * ms / 8 * (e.squaredNorm() - 2 * pairs - 2 * e.prod()) + ls / 2 * j * j -
           ms / 2 * log_remainder(at.squared_change() / 4);
  }
  /// Returns the derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> principal_stresses(const Stretches<Scalar>& at) const {
    const auto ms = static_cast<Scalar>(m), ls = static_cast<Scalar>(l);
    const auto& e = at.e;
    const Scalar d = at.squared_change();
    const Vector3<Scalar> pairs(e[1] * e[2], e[2] * e[0], e[0] * e[1]);
    const Vector3<Scalar> sides = 2 * e.array() - e.sum() - pairs.array();  // s minus cofactors
    return 3 * ms / 4 * sides + ms * d / (4 * (4 + d)) * at.s +
           ls * at.volume_change() * at.cofactors();
  }
  /// Returns the second derivatives of Psi (Pa).
  template <class Scalar>
  Curvature<Scalar> curvature(const Stretches<Scalar>& at) const {
    const auto ms = static_cast<Scalar>(m), ls = static_cast<Scalar>(l);
    const Scalar d = at.squared_change(), all = ms * (3 + d) / (4 + d);
    const Vector3<Scalar> cofactors = at.cofactors();
    const Vector3<Scalar> by_volume = (ls * at.volume_change() - 3 * ms / 4) * at.s;
    Curvature<Scalar> c;
    c.second = 2 * ms / ((4 + d) * (4 + d)) * at.s * at.s.transpose() +
               ls * cofactors * cofactors.transpose() + mixed_pairs(by_volume);
    c.second.diagonal().array() += all;
    c.shear = all - by_volume.array();
    c.spin = all + by_volume.array();
    return c;
  }
  /// Returns the terms of Psi and a constant, m/2 (I1 - ln(I1 + 1)) and l/2 (J - a)^2, the
  /// deviatoric and the hydrostatic constraint of Macklin, Mueller (DOI 10.1145/3487983.3488289),
  /// who have no logarithm. At rest their forces balance.
  std::array<StrainTerm, 2> strain_terms(const Stretches<double>& at) const {
    const double I1 = at.s.squaredNorm();
    return {term_of_size(I1 - std::log1p(I1), I1 / (1 + I1) * at.s, m),
            StrainTerm{at.volume_change() - 3 * m / (4 * l), at.cofactors(), l}};
  }
};

}  // namespace stiffbench
