#pragma once

#include "problems/contract/error_measures.hpp"
#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// Throws an Error unless the digits of a reference are above 0 and at most 15.
void check_digits(double digits);

/// Returns the default digits of a problem's reference: 7 if the force is not smooth; else 12 if
/// the force is available in extended precision and 12 digits do not take too long; else 9, or 8 if
/// 9 digits take too long.
double default_digits(const Problem& problem);

/// Returns the hash that names the reference of a problem (Reference::hash).
std::string reference_hash(const Problem& problem, int checkpoints);

/// Returns the reference of a problem. It is read from the cache, or else computed and stored
/// there. If the problem has a closed form, exact() gives the states, and one method checks them.
/// Throws an Error that names the digits reached if they are too few, and an Error if a cross-check
/// contradicts the reference. A reference that is refused has no states (Reference::refused).
Reference reference(const Problem& problem, const ReferenceOptions& options = {});

/// Estimates the work of computing the reference: force evaluations times dof of the first level of
/// refinement, times 10 in long double. Returns 0 if the cache has the reference, or if contacts
/// make it impossible.
double expected_work(const Problem& problem, const ReferenceOptions& options);

/// Returns the distance of the second method from the first one, in the measures of runs. An error
/// below this floor is noise.
ErrorMeasures floors(const Problem& problem, const Reference& reference);

/// Returns a few lines of text about the reference.
std::string summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
