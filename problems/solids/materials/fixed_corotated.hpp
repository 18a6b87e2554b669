#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <array>
#include <optional>

namespace stiffbench {

/// The corotated material with the squared volume change as its second term (Stomakhin et al.,
/// DOI 10.2312/SCA/SCA12/025-032): Psi = mu |F - R|^2 + lambda/2 (J - 1)^2, F = R S. Where the sum
/// of two stretches vanishes, which takes an inverted or a flat element, R jumps and the Hessian is
/// infinite.
struct FixedCorotated : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite for J <= 0

  /// Returns Psi (J/m^3).
  template <class Scalar>
  Scalar energy(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Scalar j = at.volume_change();
    return m * at.e.squaredNorm() + l / 2 * j * j;
  }
  /// Returns the derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> principal_stresses(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return 2 * m * at.e + l * at.volume_change() * at.cofactors();
  }
  /// Returns the second derivatives of Psi (Pa).
  template <class Scalar>
  Curvature<Scalar> curvature(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Vector3<Scalar> cofactors = at.cofactors(), sums = at.pair_sums();
    const Vector3<Scalar> by_volume = l * at.volume_change() * at.s;
    Curvature<Scalar> c;
    c.second = l * cofactors * cofactors.transpose() + mixed_pairs(by_volume);
    c.second.diagonal().array() += 2 * m;
    c.shear = 2 * m - by_volume.array();
    c.spin = 2 * m * (sums.array() - 2) / sums.array() + by_volume.array();
    return c;
  }
  /// Returns the terms of Psi.
  std::array<StrainTerm, 2> strain_terms(const Stretches<double>& at) const {
    return {term_of_size(at.e.squaredNorm(), at.e, 2 * mu),
            StrainTerm{at.volume_change(), at.cofactors(), lambda}};
  }
  /// Returns 2 mu (Pa) if Psi is mu times the squared distance of F from the rotations, which it is
  /// without its second term.
  std::optional<double> projection_stiffness() const {
    return lambda == 0 ? std::optional(2 * mu) : std::nullopt;
  }
};

}  // namespace stiffbench
