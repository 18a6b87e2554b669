#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Largest entries of position (m), velocity (m/s) and acceleration (m/s^2) in the initial state of
/// a problem.
struct StartSize {
  explicit StartSize(const Problem& problem);
  double position, velocity, acceleration;
};

/// Typical displacement (m) and velocity (m/s) of a problem's motion, estimated from the problem
/// and its initial state; checks use them to scale perturbations. Both are 0 if the problem always
/// rests.
struct TypicalSize {
  explicit TypicalSize(const Problem& problem);
  double length, speed;
};

}  // namespace stiffbench
