#pragma once

#include "harness/replications/pages/races/winners_page.hpp"

namespace stiffbench {

/// A problem raced at a small size and at the largest one. Only integrators that run at both sizes
/// compete, so that neither side is won by a method that the other side left out.
struct TwoSizes {
  std::vector<Row> coarse, full;     ///< of the common integrators, at least two
  std::vector<std::string> differs;  ///< parameters of the problem with two values, such as "size"

  long coarse_dof() const { return coarse.front().record.problem.dof; }
  long full_dof() const { return full.front().record.problem.dof; }
};

/// Pairs each race of a problem that no other one exceeds twofold in degrees of freedom with a race
/// of at most half as many, in the same scene, with runs that are tuned alike: the one with the
/// fewest other parameters, then the smallest one.
std::vector<TwoSizes> races_of_two_sizes(const std::vector<WidestRace>& races);

/// Lists the fastest integrator and the next one at both sizes, to 10%, 0.1% and 1e-5, and whether
/// another one leads at full size. States the number of changes; empty if no problem has two sizes.
std::string sizes_section(const std::vector<WidestRace>& races);

}  // namespace stiffbench
