#pragma once

#include "harness/records/shifted_start.hpp"
#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Perturbation of the `dof` initial positions: independent numbers, uniform in [-shift, shift).
/// The index and `dof` determine them, identically on every machine.
Vec shift_of(const ShiftedStart& start, Eigen::Index dof);

/// Returns the problem with shift_of() added to its initial positions and everything else
/// unchanged. Fixed vertices are not unknowns and stay in place. Time, velocities and internal
/// variables are not perturbed: a displacement becomes a difference of velocities within one
/// oscillation, and a single magnitude has a single unit. The new problem has no closed form.
/// Outputs that compare with the initial state compare with that of the original problem. It can be
/// drawn if the original can.
std::shared_ptr<const Problem> from_start(std::shared_ptr<const Problem> problem,
                                          const ShiftedStart& start);

}  // namespace stiffbench
