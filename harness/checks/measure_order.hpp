#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// Least-squares line through the points (log h, log error).
struct OrderFit {
  double order = 0;       ///< slope of the line
  double half_width = 0;  ///< half width of the slope's 95% confidence interval
  int points = 0;
};

struct ErrorAtStep {
  double h = 0, error = 0;
  bool fitted = false;  ///< true if the point enters the fit
};

/// Fits a line through the last `most_points` points; h must decrease from point to point.
OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t most_points);

/// Result of one run of a series.
struct RunEnd {
  double error = 0;          ///< relative, the maximum over all checkpoints
  std::string failure = {};  ///< why the run failed, or empty; a failed run has no error
  bool passed_discontinuity =
      false;  ///< the force was not smooth along the way (SwitchingFunctions)
};

/// Computes the result of the run with `count` steps.
using RunOf = std::function<RunEnd(long count)>;

/// Properties of a motion that determine at which steps an order is visible.
struct MotionScale {
  double end_time = 0;         ///< s
  double rate = 0;             ///< fastest frequency or decay rate along the way (1/s)
  double growth = 1;           ///< growth of a small perturbation of the initial state
  double reference_error = 0;  ///< relative error of the reference states
  long multiple = 4;           ///< divides every number of steps: checkpoints, ticks
  /// Phase of the fastest motion over the whole span, but at least 8, so that a slow motion also
  /// has 8 steps at h w = 1. With this phase the rate w is phase() / end_time.
  double phase() const;
};

/// Verdict of an order check.
enum class OrderVerdict {
  ok,              ///< the measured order agrees with the declared one
  missed,          ///< the measured order differs: the method, or its declaration, is wrong
  not_resolvable,  ///< the runs prove neither, or reached the limits of the check
  not_applicable,  ///< nothing to measure: out of the method's scope, or adaptive
  failed,          ///< the method crashed
};
constexpr auto names_of(OrderVerdict) {
  return std::array{"ok", "missed", "not_resolvable", "not_applicable", "failed"};
}

/// Result of measure_order().
struct Measurement {
  std::vector<ErrorAtStep> points = {};  ///< all runs that ended well
  OrderFit fit = {};
  OrderVerdict verdict = OrderVerdict::not_resolvable;
  std::string reason = {};  ///< for every verdict except ok and a slope that is missed
};

/// Measures the order of a method from the errors of runs with ever smaller steps.
///  - The range of steps follows the fastest rate of the motion, w: from h w = 1, where the error
///    of a step becomes a power series in h, down to 1/4096. Steps decrease by sqrt(2), so that six
///    of them span a factor of 5.7 in h.
///  - Errors above 1e-2 are excluded as pre-asymptotic.
///  - Errors below the floor are excluded. The floor is the maximum of 5e-14, ten times the
///    reference's error and, if errors stop decreasing at a level below 1e-7, 30 times the smallest
///    error.
///  - The finest six of the remaining errors are fitted; at least four are required.
///  - From h w = 1/100 or an error of 1e-9 on, the runs end early if the order is certain: the half
///    width of the six is at most 0.05, the slopes of the two halves agree to 0.1, and the slope
///    agrees with the declared order to 0.1. Larger steps do not suffice, because higher-order
///    errors may hide the leading one. If the slope is below the declared order, which no smaller
///    step raises, the same holds of the finest twelve.
///  - The runs also end early if errors do not decrease, and at the floor.
///  - A run is not begun if it would end after `seconds` (s), judging by the times of earlier runs.
/// The order p is missed if the slope deviates from it, to either side, by more than the maximum of
/// 0.2, p^2/100 and the half width, which must not exceed 0.4. (The range of steps that double
/// precision leaves to order p shrinks like 1/p, and its higher-order errors grow with p.) It is
/// also missed if errors do not decrease at all although the steps are small enough for a method of
/// order 1. A miss requires that the runs ended by themselves, that the slope no longer approaches
/// the declared order, and that the motion has no kinks. Where the method has a higher order on
/// linear problems, `of_linear`, a slope up to that is no miss either: motions are often so nearly
/// linear that errors of the declared order stay below the others down to round-off. In all other
/// cases the order is not resolvable.
Measurement measure_order(const MotionScale& scale, int declared, const RunOf& run, double seconds,
                          int of_linear = 0);

}  // namespace stiffbench
