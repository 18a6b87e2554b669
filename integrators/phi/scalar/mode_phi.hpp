#pragma once

#include "integrators/phi/phi.hpp"

namespace stiffbench::phi {

/// The entries of phi_k(z J), k = 0..top, for one mode, J = [[0, 1], [-lambda, -d]]:
///   [[ xx[k], z off[k] ], [ -z lambda off[k], vv[k] ]].
struct ModePhi {
  double xx[max_k + 1], off[max_k + 1], vv[max_k + 1];
};

/// Computes the entries to about 1e-14 of 1/k!, times exp(-z d/2) cosh(z sqrt(d^2/4 - lambda))
/// where that is larger than 1. This accuracy holds near the double root lambda = d^2/4, far beyond
/// it (z d up to 1e4 and more), and for lambda of either sign.
ModePhi mode_phi(double z, double lambda, double d, int top);

}  // namespace stiffbench::phi
