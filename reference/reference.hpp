#pragma once

#include "problems/contract/error_measures.hpp"
#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <string>

namespace stiffbench {

/// The digits that a reference has unless others are asked for: 12 where the force is to be had in
/// extended precision, else 9; 8 where these take long; 7 where the force is not smooth.
double default_digits(const Problem& problem);

/// The reference of a problem, from the cache or computed and put there. The states are exact()'s
/// where there is one, checked by a method. An Error tells how far it came when the digits asked
/// for were not reached.
Reference reference(const Problem& problem, const ReferenceOptions& options = {});

/// Roughly the work that making the reference will take: force evaluations times dof of a first
/// level, times ten in long double; 0 where the cache has it.
double expected_work(const Problem& problem, const ReferenceOptions& options);

/// The distance of the second method from the first, in the measures of runs: errors below are
/// noise.
ErrorMeasures floors(const Problem& problem, const Reference& reference);

/// A few lines about the reference, to print.
std::string summary(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
