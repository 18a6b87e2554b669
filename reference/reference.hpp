#pragma once

#include "problems/contract/error_measures.hpp"
#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// Refuses digits that no reference can have: they are above 0 and at most 15.
void check_digits(double digits);

/// The default digits of a problem's reference: 12 where the force is available in extended
/// precision, else 9; 8 where these take long; 7 where the force is not smooth.
double default_digits(const Problem& problem);

/// The hash that names the reference of a problem (Reference::hash).
std::string reference_hash(const Problem& problem, int checkpoints);

/// The reference of a problem, from the cache, or computed and stored there. The states are those
/// of exact() where a problem has it, checked by a method. Digits that are not reached are an
/// Error, which names the digits that were; and so is a reference that a witness contradicts.
Reference reference(const Problem& problem, const ReferenceOptions& options = {});

/// An estimate of the work of computing the reference: force evaluations times dof of a first
/// level, times ten in long double; 0 where the cache has the reference.
double expected_work(const Problem& problem, const ReferenceOptions& options);

/// The distance of the second method from the first, in the measures of runs: an error
/// below it is noise.
ErrorMeasures floors(const Problem& problem, const Reference& reference);

/// A few lines about the reference, to print.
std::string summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
