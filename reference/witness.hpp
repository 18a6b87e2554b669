#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// True when a conclusive witness confirms the certified states: in positions and in velocities,
/// its largest distance is at most ten times its own error plus the reference's floor,
/// which counts for no more than the reference's digits say. Ten, because its own error is an
/// estimate from two runs.
bool agrees(const Problem& problem, const Reference& reference, const Witness& witness);

/// Adds a witness to a reference, in place of an earlier one of the same method, and writes the
/// reference into the cache. A reference that a witness contradicts is withdrawn.
void add_witness(const Problem& problem, Reference& reference, const Witness& witness);

/// Throws an Error where a witness contradicts the reference.
void refuse_withdrawn(const Reference& reference);

/// A few lines about the witnesses of a reference, to print; empty where there are none.
std::string witness_summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
