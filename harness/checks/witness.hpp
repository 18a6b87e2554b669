#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A limit of what one witness may take, and who is called on the way.
struct WitnessOptions {
  double budget = 1e7;  ///< evaluations of the force in all runs of one witness
  /// A function that is called with a text of the present run and the finished share of it.
  std::function<void(const std::string& what, double done)> progress = {};
};

/// Refuses a budget that is not positive, with an Error.
void check(const WitnessOptions& options);

/// The integrators behind a list of names, as "sundials,rk4"; none for "none". A name that is none
/// of a witness is an Error with near matches.
std::vector<std::string> read_witnesses(const std::string& list);

/// Questions a contestant, which has no part in the reference, about the certified states. It runs
/// with ever finer settings: rk4 from h w = 1/2 at steps that halve, w being the fastest rate of
/// the motion, cvode_adams from rtol = 1e-7 by tenths. It ends where the difference of two runs no
/// longer falls, where its own error is a tenth of the reference's, and at the budget.
/// Its own error is estimated from the two runs that differ least, at 64 times or more, so that it
/// does not pass through zero at one of them by chance. It is their difference, which overstates
/// the error of the finer one; a fifteenth of that where rk4 shows order 4 on a smooth problem. At
/// contacts it is the larger of the differences from the two runs before the finest. It is no less
/// than round-off of the largest entry times the root of all evaluations. The witness is silent
/// where fewer than two runs come to their end, or where two differ by a thousandth or more.
Witness question(const Problem& problem, const Reference& reference, const std::string& method,
                 const WitnessOptions& options = {});

}  // namespace stiffbench
