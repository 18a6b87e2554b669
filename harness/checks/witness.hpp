#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// The limit of one witness's work, and who is called on the way.
struct WitnessOptions {
  double work_limit = 1e9;  ///< force evaluations times dof, in all its runs together
  /// A function that is called before each run, with its text and the used share of the limit.
  std::function<void(const std::string& what, double done)> progress = {};
};

/// Refuses a limit that is not positive, with an Error.
void check(const WitnessOptions& options);

/// The integrators behind a list of witnesses, as "sundials,rk4"; none for "none". A name that is
/// none of a witness is an Error with near matches.
std::vector<std::string> witness_methods(const std::string& list);

/// Runs an integrator, which has no part in the reference, and compares it with the certified
/// states. It runs with ever finer settings: from h w = 1/2 at steps that halve, w being the
/// fastest rate of the motion, or from rtol = 1e-7 by tenths. It ends where the differences of
/// neighbouring runs no longer fall, where one is a tenth of the reference's own, and before a run
/// that would breach the limit.
/// The finer of the two neighbouring runs that differ least is compared with the reference. Its own
/// error is estimated from both, at 64 times or more, so that it does not pass through zero at one
/// of them by chance. It is their difference, which overstates it. Where differences fall as the
/// order p of a method with fixed steps says, it is that over 2^p - 1. Where the force is not
/// smooth, it is the larger of the differences from the two runs before. It is no less than the
/// round-off of all evaluations.
/// The witness is inconclusive where fewer than two runs come to their end, or where all
/// neighbouring runs differ by more than a thousandth.
Witness run_witness(const std::shared_ptr<const Problem>& problem, const Reference& reference,
                    const std::string& method, const WitnessOptions& options = {});

}  // namespace stiffbench
