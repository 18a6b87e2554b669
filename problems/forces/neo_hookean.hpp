#pragma once

#include <cmath>
#include <limits>

namespace stiffbench {

/// The neo-Hookean material in one dimension, per unit length, with the area of the section
/// included in its modulus E (N): Psi(F) = E/4 (F^2 - 1 - 2 ln F) for the stretch F > 0 (Bonet,
/// Wood, DOI 10.1017/CBO9780511755446). Psi(1) = Psi'(1) = 0, Psi''(1) = E. All functions take the
/// strain e = F - 1, so that small strains keep their digits.
template <class Scalar>
struct NeoHookean {
  Scalar modulus;

  /// Psi (J/m); +inf for F <= 0.
  Scalar energy(Scalar e) const {
    if (!(e > -1)) return std::numeric_limits<Scalar>::infinity();
    return modulus / 4 * (e * (2 + e) - 2 * std::log1p(e));
  }
  /// Psi', Psi'' and Psi''' (N).
  Scalar first_derivative(Scalar e) const { return modulus / 2 * e * (2 + e) / (1 + e); }
  Scalar second_derivative(Scalar e) const { return modulus / 2 * (1 + 1 / ((1 + e) * (1 + e))); }
  Scalar third_derivative(Scalar e) const { return -modulus / ((1 + e) * (1 + e) * (1 + e)); }
};

}  // namespace stiffbench
