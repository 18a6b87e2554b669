#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// Options of run_cross_check().
struct CrossCheckOptions {
  double work_limit = 1e9;  ///< force evaluations times dof, summed over all its runs
  /// Called before each run, with a description of the run and the used share of the limit.
  std::function<void(const std::string& what, double done)> progress = {};
};

/// Throws an Error for a limit that is not positive.
void check(const CrossCheckOptions& options);

/// Returns the integrators of a list of cross-checks, such as "sundials,rk4"; none for "none". An
/// unknown cross-check is an Error with near matches.
std::vector<std::string> cross_check_methods(const std::string& list);

/// Runs an integrator that has no part in the reference and compares it with the certified states.
/// The settings are refined from run to run: steps are halved, starting at h w = 1/2 with w the
/// fastest rate of the motion, or rtol is divided by ten, starting at 1e-7. Refinement ends when
/// the differences between consecutive runs no longer fall, when a difference is at most a tenth of
/// that between the reference's two methods, or before a run that would exceed the limit.
///
/// The finer of the two consecutive runs that differ least is compared with the reference. Its own
/// error is estimated from both runs, at no fewer than 64 times, so that the estimate does not
/// vanish by chance at a single time. By default the estimate is the difference of the two runs,
/// which overstates the error. If the differences fall at the rate of a fixed-step method's order
/// p, it is that difference over 2^p - 1. If the force is not smooth, it is the larger of the
/// differences from the two preceding runs. It is never less than the accumulated round-off of all
/// evaluations.
///
/// The cross-check is inconclusive if fewer than two runs complete, or if all consecutive runs
/// differ by more than a thousandth.
CrossCheck run_cross_check(const std::shared_ptr<const Problem>& problem,
                           const Reference& reference, const std::string& method,
                           const CrossCheckOptions& options = {});

}  // namespace stiffbench
