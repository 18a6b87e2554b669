#pragma once

#include "base/parameters.hpp"
#include "harness/io/json.hpp"
#include "harness/processes/isolate.hpp"
#include "problems/contract/work.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench::tolerances {

/// The bounds of the check. They are the same for all methods and problems and follow from the
/// control of the error of a step:
///  - The error of each step is at most rtol, and the errors of n steps add up to at most n rtol
///    where the motion does not amplify them and the estimate is right; a decade is left for both.
///  - A method that goes on with the lower order p of its pair has an error of h^p, while its
///    estimate is of order k = p + 1 in h and n is proportional to rtol^(-1/k): the error falls as
///    rtol^(p/k), where p/k is at least 1/2. One that goes on with a higher order p < 2k falls no
///    faster than rtol^2. A tenth is left for the fit.
///  - An error that falls as rtol^2 is rtol/10 at the loosest tolerance, 0.1. Two decades are left
///    for constants: nobody asked for the digits of an error that is smaller everywhere.
///  - A control that changes a size by at most a factor of five in a trial corrects a first step
///    that is wrong by a factor c in log(c)/log(5) trials; twice as many are left, and a fifth of
///    all trials, since another first step leads to other sizes.
///  - The error after another first step has three parts: the usual one, that of the first step
///    itself, at most rtol, and as much again from the other sizes that follow.
///  - On an even motion fixed steps are best. A fifth of the trials may be rejected, and an
///    estimate may take a fifth of a step's work more: 1/0.8 times 1.2 is 1.5.
struct Bounds {
  double error = 10;                      ///< largest error over n rtol
  double least_error = 1e-3;              ///< of the largest error over rtol: no less is asked for
  double flattest = 0.4, steepest = 2.1;  ///< slope of the error over rtol, in logarithms
  double error_after_first = 3;   ///< with another first step, over the larger of error, rtol
  double trials_after_first = 2;  ///< more trials, over log(c)/log(5)
  double share_of_trials = 0.2;   ///< and as many more, over all trials
  double effort = 1.5;            ///< median of the effort over that of the best fixed step

  /// Returns bounds that are stricter by this share of each.
  Bounds tightened(double share) const;
};
inline constexpr Bounds bounds;

/// The tolerances of the check, the largest first.
inline constexpr std::array all_rtols{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
/// The tolerance of runs with other first steps.
inline constexpr double rtol_of_first = 1e-4;
/// Runs that are expected to take more steps are not begun.
inline constexpr long most_steps = 100'000;
/// Slopes and efforts belong to errors below this one, where methods show their orders.
inline constexpr double coarsest_error = 1e-2;
/// Slopes and medians of efforts are those of this many errors at least.
inline constexpr std::size_t fewest_errors = 3;

/// A small problem with a closed form or a certified reference.
struct ToleranceProblem {
  std::string name, features;
  Settings parameters;
};
/// The five problems of the check.
std::vector<ToleranceProblem> problems();

/// One run. Its error is the largest one at four times in the energy norm, over the largest norm of
/// the motion at these times and at the start, as tolerances are.
struct MeasuredRun {
  Status status = Status::ok;
  std::string reason = {};  ///< of a status that is not ok, or why the run was not begun; or empty
  double error = NAN;
  long steps = 0;                     ///< accepted
  std::optional<long> rejected = {};  ///< nothing where the method does not report them
  Work work = {};

  bool ok() const { return status == Status::ok && reason.empty(); }
  long trials() const { return steps + rejected.value_or(0); }
};
/// The effort of a run: forces, products with their Jacobian, basis vectors and solves, each as
/// one, and factorizations as ten, which is what sparse ones of bodies cost at least. Norms of
/// errors take two more products with K0 in each trial, which are not counted.
double effort_of(const Work& work);

struct RunAtTolerance {
  double rtol = 0;
  MeasuredRun end = {};
};
/// A run whose first step is given: `factor` times the mean step of the usual run, and not longer
/// than the motion.
struct RunFromFirst {
  double factor = 0;
  MeasuredRun end = {};
};
/// The effort of a run over that of a fixed step with the same error; a lower bound where the
/// longest fixed step, a quarter of the motion, already has a smaller error.
struct EffortRatio {
  double rtol = 0, ratio = 0;
};

/// A requirement that a row of the check meets or misses.
enum class Requirement { error, slope, first_step, effort };
constexpr auto names_of(Requirement) {
  return std::array{"error", "slope", "first step", "effort"};
}

/// One method on one problem.
struct ToleranceCheck {
  std::string integrator = {}, problem = {};
  Status status = Status::ok;  ///< of the process that made the runs
  std::string reason = {};     ///< why there are no runs, or empty
  double floor = 0;            ///< errors below it are those of the reference or of round-off
  std::vector<RunAtTolerance> runs = {};
  /// The run at rtol_of_first in one span; nothing if the method has no `initial_step`.
  std::optional<MeasuredRun> usual_first = {};
  std::vector<RunFromFirst> other_firsts = {};  ///< empty if that run does not exist or fails
  bool has_fixed_steps = true;
  std::vector<EffortRatio> efforts = {};  ///< empty if the method has no fixed steps

  // The following numbers are computed from those above by judge(); NAN without them.
  double largest_ratio = NAN;     ///< error over rtol
  double largest_per_step = NAN;  ///< error over n rtol
  double slope = NAN;             ///< of the error over rtol, in logarithms
  double largest_error_after_first = NAN;
  double largest_trials_after_first = NAN;  ///< more than in the usual run, from the efforts
  double median_effort = NAN, largest_effort = NAN;
  std::vector<Requirement> missed = {};

  /// True if runs were made.
  bool is_measured() const { return status == Status::ok && reason.empty(); }
  bool misses(Requirement requirement) const;
  /// True if a run failed; runs that were not begun do not count.
  bool has_failed_run() const;
  /// True if the errors are below `least` times rtol wherever they are above the floor.
  bool is_too_accurate(double least = bounds.least_error) const;
  /// True if a run with another first step failed, or the usual one with which it is compared.
  bool has_failed_first() const;
  /// The runs at tolerances whose errors are between the floor and coarsest_error.
  std::vector<RunAtTolerance> runs_that_show_order() const;
  /// True if there are a slope and a median of efforts.
  bool is_complete() const;
};

/// Computes what follows from the runs of a check, and which requirements they miss.
void judge(ToleranceCheck& check, const Bounds& within = bounds);

struct ToleranceRequest {
  std::vector<std::string> integrators = {};  ///< names
  std::vector<std::string> problems = {};     ///< names among problems(); empty: all
  Limits limits = {};                         ///< of one check, which is a separate process
};

/// Checks methods that choose their steps on small problems, and calls `report` after each check,
/// problem by problem. Throws Error for unknown names, and for methods without a tolerance.
std::vector<ToleranceCheck> check_tolerances(
    const ToleranceRequest& request, const std::function<void(const ToleranceCheck&)>& report);

/// Returns the names of all integrators that can choose their steps; those of other libraries only
/// with `peers`.
std::vector<std::string> methods_with_tolerance(bool peers);

/// Methods that must meet all requirements on every problem of the check; one that is out of a
/// method's scope, or on which something is not measured, breaks this rule. They are all Rosenbrock
/// methods of this suite that have an embedded method. These are L-stable, iterate nothing that may
/// fail, and estimate errors from stages that a step needs anyway: nothing but the control of the
/// steps can make them miss a bound.
std::vector<std::string> methods_that_must_stand();

/// Converts a check to an entry of `checks` in results/schema/tolerances.schema.json.
Json to_json(const ToleranceCheck& check);
ToleranceCheck tolerance_check_from_json(const Json& json);

}  // namespace stiffbench::tolerances
