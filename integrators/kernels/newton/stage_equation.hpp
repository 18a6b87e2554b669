#pragma once

#include "problems/contract/state.hpp"

#include <complex>

namespace stiffbench {

/// The factors of M, D and K in the matrix of a stage.
struct StageWeights {
  double mass = 1, velocity = 0, position = 0;
  bool operator==(const StageWeights&) const = default;
};

/// The factors of M, D and K in a complex matrix.
struct ComplexWeights {
  std::complex<double> mass = 1, velocity = 0, position = 0;
};

/// One implicit stage, with the acceleration a as its unknown: find a such that
///   M (mass a + a0) = f(x, v, t)   at   x = x0 + position a,  v = v0 + velocity a.
/// Every implicit method with sequential stages solves such equations. With a as the unknown, no
/// difference of x or v is divided by h, which would lose digits when h is small.
struct StageEquation {
  double t = 0;
  Vec x0, v0, a0;  ///< a0 may be empty, which means zero
  double mass = 1, velocity = 0, position = 0;
  int number = 0;  ///< of the stage in its step

  StageWeights weights() const { return {mass, velocity, position}; }
};

}  // namespace stiffbench
