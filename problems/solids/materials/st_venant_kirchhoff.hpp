#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// The material that is linear in Green's strain E = (F'F - I) / 2: Psi = mu |E|^2 + lambda/2
/// tr(E)^2 (Bonet, Wood, DOI 10.1017/CBO9780511755446). It gives way under pressure: a stretch of 0
/// has finite energy and no force.
struct StVenantKirchhoff : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite where J <= 0

  /// Psi (J/m^3).
  double energy(const Stretches<double>& at) const {
    const Vector3<double> E = green(at);
    return mu * E.squaredNorm() + lambda / 2 * E.sum() * E.sum();
  }
  /// The derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> slopes(const Stretches<Scalar>& at) const {
    const auto ms = static_cast<Scalar>(mu), ls = static_cast<Scalar>(lambda);
    const Vector3<Scalar> E = green(at);
    return at.s.array() * (2 * ms * E.array() + ls * E.sum());
  }
  Curvature curvature(const Stretches<double>& at) const {
    const Vector3<double> E = green(at), products = at.cofactors();
    const double by_trace = lambda * E.sum();
    Curvature c;
    c.second = lambda * at.s * at.s.transpose();
    c.second.diagonal().array() += 2 * mu * (E + at.s.cwiseAbs2()).array() + by_trace;
    for (int k = 0; k < 3; ++k) {
      const double squares = mu * (1 + 2 * (E.sum() - E[k])) + by_trace;
      c.shear[k] = squares + mu * products[k];
      c.spin[k] = squares - mu * products[k];
    }
    return c;
  }

 private:
  template <class Scalar>
  static Vector3<Scalar> green(const Stretches<Scalar>& at) {
    return at.e.array() * (2 + at.e.array()) / 2;
  }
};

}  // namespace stiffbench
