#pragma once

#include "problems/contract/problem.hpp"

#include <optional>

namespace stiffbench::references {

/// The fastest rate (1/s) of the problem at a state: the largest frequency of M^-1 K or decay of
/// M^-1 D, by power iteration, from below.
double fastest_rate(const Problem& problem, const State& u);

/// Properties of a problem from a rough solution by the symplectic Euler method, which does not
/// damp fast motion. Its steps are just stable, so that it takes a tenth of a reference's time at
/// most. Where the force is not smooth, the rate is that of the start alone and growth is not
/// measured: a contact's rates last for a few steps of a reference only, and no rough solution
/// passes it well. There the agreement of two methods proves the motion regular.
struct Scouting {
  /// The largest of fastest_rate at 64 times (1/s).
  double rate = 0;
  /// The factor by which a small change of the start's velocities grows, relative to the
  /// largest position and velocity on the way. Nothing where no rough solution stays finite.
  std::optional<double> growth = {};
};
Scouting scout(const Problem& problem);

/// The growth alone, from steps a quarter as long, to confirm one that is large.
std::optional<double> confirmed_growth(const Problem& problem);

}  // namespace stiffbench::references
