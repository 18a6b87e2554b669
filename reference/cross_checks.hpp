#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// Returns true if a conclusive cross-check confirms the certified states. For positions and
/// velocities, its largest distance must be at most ten times its own error plus the floor of the
/// reference. The floor is limited to the value that the digits of the reference claim. The factor
/// is ten because the own error is an estimate from two runs.
bool agrees(const Problem& problem, const Reference& reference, const CrossCheck& check);

/// Adds a cross-check to a reference, replaces an earlier cross-check of the same method, and
/// writes the reference to the cache. If a cross-check contradicts the reference, sets
/// Reference::withdrawn.
void add_cross_check(const Problem& problem, Reference& reference, const CrossCheck& check);

/// Throws an Error if a cross-check contradicts the reference.
void refuse_withdrawn(const Reference& reference);

/// Returns a few lines of text about the cross-checks of a reference, or an empty text without
/// cross-checks.
std::string cross_check_summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
