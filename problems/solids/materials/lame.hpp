#pragma once

namespace stiffbench {

/// Lame's parameters of an isotropic elastic material (Pa).
struct Lame {
  double mu, lambda;
};
/// Returns Lame's parameters for Young's modulus (Pa) and Poisson's ratio.
inline Lame lame(double youngs, double poisson) {
  const double mu = youngs / (2 * (1 + poisson));
  return {mu, 2 * mu * poisson / (1 - 2 * poisson)};
}

}  // namespace stiffbench
