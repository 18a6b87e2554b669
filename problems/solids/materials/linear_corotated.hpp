#pragma once

#include "problems/solids/materials/lame.hpp"
#include "problems/solids/materials/stretches.hpp"

#include <array>
#include <optional>

namespace stiffbench {

/// Linear elasticity in the frame that rotates with the deformation F = R S (Sifakis, Barbic,
/// DOI 10.1145/2343483.2343501): Psi = mu |S - I|^2 + lambda/2 tr(S - I)^2. Where the sum of two
/// stretches vanishes, which takes an inverted or a flat element, R jumps and the Hessian is
/// infinite.
struct LinearCorotated : Lame {
  static constexpr bool invertible = true;  ///< the energy is finite for J <= 0

  /// Returns Psi (J/m^3).
  template <class Scalar>
  Scalar energy(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    const Scalar trace = at.e.sum();
    return m * at.e.squaredNorm() + l / 2 * trace * trace;
  }
  /// Returns the derivatives of Psi with respect to the stretches (Pa).
  template <class Scalar>
  Vector3<Scalar> principal_stresses(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    return (2 * m * at.e).array() + l * at.e.sum();
  }
  /// Returns the second derivatives of Psi (Pa).
  template <class Scalar>
  Curvature<Scalar> curvature(const Stretches<Scalar>& at) const {
    const auto m = static_cast<Scalar>(mu), l = static_cast<Scalar>(lambda);
    Curvature<Scalar> c;
    c.second.setConstant(l);
    c.second.diagonal().array() += 2 * m;
    c.shear.setConstant(2 * m);
    const Vector3<Scalar> sums = at.pair_sums();
    c.spin = (2 * m * (sums.array() - 2) + 2 * l * at.e.sum()) / sums.array();
    return c;
  }
  /// Returns the terms of Psi.
  std::array<StrainTerm, 2> strain_terms(const Stretches<double>& at) const {
    return {term_of_size(at.e.squaredNorm(), at.e, 2 * mu),
            StrainTerm{at.e.sum(), {1, 1, 1}, lambda}};
  }
  /// Returns 2 mu (Pa) if Psi is mu times the squared distance of F from the rotations, which it is
  /// without its second term.
  std::optional<double> projection_stiffness() const {
    return lambda == 0 ? std::optional(2 * mu) : std::nullopt;
  }
};

}  // namespace stiffbench
