#pragma once

#include "harness/run/plan.hpp"

namespace stiffbench {

/// Perturbation of the `dof` initial positions: independent numbers, uniform in [-perturbation,
/// perturbation). The index and `dof` determine them, identically on every machine.
Vec perturbation_of(const PerturbedStart& start, Eigen::Index dof);

/// Returns the state from which the run starts: that of the problem, with perturbation_of() added
/// to its positions if the plan has a perturbed start. Fixed vertices are not unknowns and stay in
/// place. Time, velocities and internal variables are not perturbed: a displacement becomes a
/// difference of velocities within one oscillation, and a single magnitude has a single unit.
/// Outputs that compare with the initial state compare with that of the problem.
State initial_state(const RunPlan& plan);

}  // namespace stiffbench
