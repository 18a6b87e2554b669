#pragma once

#include "reference/families.hpp"

#include <optional>

namespace stiffbench::references {

/// Returns the fastest rate (1/s) of the problem at a state: the larger one of the largest
/// angular frequency of M^-1 K and the largest decay rate of M^-1 D. Power iteration approximates
/// both from below.
double fastest_rate(const Problem& problem, const State& u);

/// Properties of a problem that a rough solution by the symplectic Euler method shows. The method
/// does not damp fast motion. Its steps are just stable, so the solution takes at most a tenth of
/// the time of a reference.
///
/// If the force is not smooth, the rate is measured at the initial state only, and the growth is
/// not measured. The rates of a contact last only a few steps of a reference, and a rough solution
/// does not resolve a contact. In that case the agreement of two methods proves that the motion is
/// regular.
struct ScaleEstimate {
  /// The largest value of fastest_rate() at 64 or more times (1/s).
  double rate = 0;
  /// The factor by which a small perturbation of the initial velocities grows, relative to the
  /// largest position and velocity on the way. Nothing if no rough solution stays finite.
  std::optional<double> growth = {};
};

/// Computes the rough solution of a problem and its properties.
ScaleEstimate estimate_scales(const Problem& problem, const Progress& progress = {});

/// Measures the growth with steps that are shorter by a factor of 4, to confirm a large value.
std::optional<double> confirmed_growth(const Problem& problem, const Progress& progress = {});

}  // namespace stiffbench::references
