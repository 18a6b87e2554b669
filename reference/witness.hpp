#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// Returns true if a conclusive witness confirms the certified states. For positions and
/// velocities, its largest distance must be at most ten times its own error plus the floor of the
/// reference. The floor is limited to the value that the digits of the reference claim. The factor
/// is ten because the own error is an estimate from two runs.
bool agrees(const Problem& problem, const Reference& reference, const Witness& witness);

/// Adds a witness to a reference, replaces an earlier witness of the same method, and writes the
/// reference to the cache. If a witness contradicts the reference, sets Reference::withdrawn.
void add_witness(const Problem& problem, Reference& reference, const Witness& witness);

/// Throws an Error if a witness contradicts the reference.
void refuse_withdrawn(const Reference& reference);

/// Returns a few lines of text about the witnesses of a reference, or an empty text without
/// witnesses.
std::string witness_summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
