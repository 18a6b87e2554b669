#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// The corotated material whose second term is the volume's (Stomakhin et al.,
/// DOI 10.2312/SCA/SCA12/025-032): Psi = mu |F - R|^2 + lambda/2 (J - 1)^2, F = R S. Where two
/// stretches cancel, which takes an inverted or a flat element, R jumps and the Hessian is
/// infinite.
struct FixedCorotated : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite where J <= 0

  /// Psi (J/m^3).
  double energy(const Stretches<double>& at) const {
    const double j = at.volume_change();
    return mu * at.e.squaredNorm() + lambda / 2 * j * j;
  }
  /// The derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> slopes(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return 2 * m * at.e + l * at.volume_change() * at.cofactors();
  }
  Curvature curvature(const Stretches<double>& at) const {
    const Vector3<double> cofactors = at.cofactors(), sums = at.pair_sums();
    const Vector3<double> by_volume = lambda * at.volume_change() * at.s;
    Curvature c;
    c.second = lambda * cofactors * cofactors.transpose() + mixed_pairs(by_volume);
    c.second.diagonal().array() += 2 * mu;
    c.shear = 2 * mu - by_volume.array();
    c.spin = 2 * mu * (sums.array() - 2) / sums.array() + by_volume.array();
    return c;
  }
};

}  // namespace stiffbench
