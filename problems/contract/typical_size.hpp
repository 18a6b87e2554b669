#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Largest entries of the position (m), the velocity (m/s) and the acceleration (m/s^2) at the
/// start of a problem.
struct StartSize {
  explicit StartSize(const Problem& problem);
  double position, velocity, acceleration;
};

/// A displacement (m) and a velocity (m/s) that are typical of a problem's motion, estimated from
/// the problem and its start, by which checks perturb a state. 0 for a problem that always rests.
struct TypicalSize {
  explicit TypicalSize(const Problem& problem);
  double length, speed;
};

}  // namespace stiffbench
