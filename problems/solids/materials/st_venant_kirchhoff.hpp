#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <array>

namespace stiffbench {

/// The material that is linear in Green's strain E = (F'F - I) / 2: Psi = mu |E|^2 + lambda/2
/// tr(E)^2 (Bonet, Wood, DOI 10.1017/CBO9780511755446). It collapses under compression: at a
/// stretch of 0 the energy is finite and the force vanishes.
struct StVenantKirchhoff : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite for J <= 0

  /// Returns Psi (J/m^3).
  template <class Scalar>
  Scalar energy(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Vector3<Scalar> E = green(at);
    return m * E.squaredNorm() + l / 2 * E.sum() * E.sum();
  }
  /// Returns the derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> principal_stresses(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Vector3<Scalar> E = green(at);
    return at.s.array() * (2 * m * E.array() + l * E.sum());
  }
  /// Returns the second derivatives of Psi (Pa).
  template <class Scalar>
  Curvature<Scalar> curvature(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Vector3<Scalar> E = green(at), products = at.cofactors();
    const Scalar by_trace = l * E.sum();
    Curvature<Scalar> c;
    c.second = l * at.s * at.s.transpose();
    c.second.diagonal().array() += 2 * m * (E + at.s.cwiseAbs2()).array() + by_trace;
    for (int k = 0; k < 3; ++k) {
      const Scalar squares = m * (1 + 2 * (E.sum() - E[k])) + by_trace;
      c.shear[k] = squares + m * products[k];
      c.spin[k] = squares - m * products[k];
    }
    return c;
  }
  /// Returns the terms of Psi.
  std::array<StrainTerm, 2> strain_terms(const Stretches<double>& at) const {
    const Vector3<double> E = green(at);
    return {term_of_size(E.squaredNorm(), at.s.cwiseProduct(E), 2 * mu),
            StrainTerm{E.sum(), at.s, lambda}};
  }

 private:
  template <class Scalar>
  static Vector3<Scalar> green(const Stretches<Scalar>& at) {
    return at.e.array() * (2 + at.e.array()) / 2;
  }
};

}  // namespace stiffbench
