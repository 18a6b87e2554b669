#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

namespace stiffbench {

/// What an implicit table says of its stability function R(z) = 1 + z b' (I - z A)^-1 1, where y' =
/// i omega y is stepped with y = h omega: all of it is tested.
struct StabilityClaims {
  bool stiffly_accurate = false;
  bool a_stable = true;  ///< |R(iy)| <= 1 for every y, and no pole to the left
  double at_infinity = 0;
  /// |R(iy)| = 1 + dissipation y^(dissipation_order + 1) + ... for small y; a zero dissipation is
  /// |R(iy)| = 1 for every y.
  double dissipation = 0;
  int dissipation_order = 0;
  /// arg R(iy) = y + dispersion y^(dispersion_order + 1) + ...
  double dispersion = 0;
  int dispersion_order = 2;

  constexpr bool l_stable() const { return a_stable && at_infinity == 0; }
};

template <int S>
struct ClaimedTableau : Tableau<S> {
  StabilityClaims claims;
};

}  // namespace stiffbench
