#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// Linear elasticity in the frame that turns with the deformation F = R S (Sifakis, Barbic,
/// DOI 10.1145/2343483.2343501): Psi = mu |S - I|^2 + lambda/2 tr(S - I)^2. Where two stretches
/// cancel, which takes an inverted or a flat element, R jumps and the Hessian is infinite.
struct LinearCorotated : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite where J <= 0

  /// Psi (J/m^3).
  double energy(const Stretches<double>& at) const {
    const double trace = at.e.sum();
    return mu * at.e.squaredNorm() + lambda / 2 * trace * trace;
  }
  /// The derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> slopes(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return (2 * m * at.e).array() + l * at.e.sum();
  }
  Curvature curvature(const Stretches<double>& at) const {
    Curvature c;
    c.second = 2 * mu * Matrix3<double>::Identity();
    c.second.array() += lambda;
    c.shear.setConstant(2 * mu);
    const Vector3<double> sums = at.pair_sums();
    c.spin = ((2 * mu * (sums.array() - 2)) + 2 * lambda * at.e.sum()) / sums.array();
    return c;
  }
};

}  // namespace stiffbench
