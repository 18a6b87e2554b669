#pragma once

#include "harness/records/shifted_start.hpp"
#include "problems/contract/problem.hpp"

namespace stiffbench {

/// What is added to each of `dof` positions: independent numbers, uniform in [-shift, shift), that
/// the index and `dof` determine, on every machine alike.
Vec shift_of(const ShiftedStart& start, Eigen::Index dof);

/// The problem with shift_of() added to the positions of its start, and all else as it was.
/// Vertices that are fixed have no position among the unknowns, and so stay where they are. Time,
/// velocities and internal variables are not shifted: a displacement becomes a difference of
/// velocities within one oscillation, and one number has one unit. A closed form is lost. Outputs
/// that compare with the start compare with that of the problem. It can be drawn where the problem
/// can.
std::shared_ptr<const Problem> from_start(std::shared_ptr<const Problem> problem,
                                          const ShiftedStart& start);

}  // namespace stiffbench
