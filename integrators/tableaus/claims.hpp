#pragma once

#include <limits>

namespace stiffbench {

/// The claims of a table about its stability function R(z) = 1 + z b' (I - z A)^-1 1. Below, y = h
/// omega for the oscillation u' = i omega u. A test compares all claims with R.
struct StabilityClaims {
  /// True when the last stage is the result of the step.
  bool stiffly_accurate = false;
  /// |R(iy)| <= 1 for every y, and R has no pole with a real part below zero.
  bool a_stable = true;
  double at_infinity = 0;
  /// |R(iy)| <= 1 for 0 <= y <= y_stable.
  double y_stable = std::numeric_limits<double>::infinity();
  /// |R(iy)| = 1 + dissipation y^(dissipation_order + 1) + ... for small y; a zero dissipation
  /// means |R(iy)| = 1 for every y.
  double dissipation = 0;
  int dissipation_order = 0;
  /// arg R(iy) = y + dispersion y^(dispersion_order + 1) + ... for small y.
  double dispersion = 0;
  int dispersion_order = 2;

  constexpr bool l_stable() const { return a_stable && at_infinity == 0; }
};

}  // namespace stiffbench
