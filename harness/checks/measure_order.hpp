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
  bool fitted = false;  ///< whether the line is drawn through this point
};

/// Fits a line through the last `most_points` points; h must fall from point to point.
OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t most_points);

/// The end of one run of a series.
struct RunEnd {
  double error = 0;          ///< relative, the largest of all checkpoints
  std::string failure = {};  ///< why the run did not end well, or empty; then there is no error
  bool passed_kink = false;  ///< the force was not smooth on the way (Problem::kink)
};

/// The end of the run with `count` steps.
using RunOf = std::function<RunEnd(long count)>;

/// Facts of a motion that tell at which steps an order shows.
struct MotionScale {
  double end_time = 0;         ///< s
  double rate = 0;             ///< the fastest frequency or decay on the way (1/s)
  double growth = 1;           ///< of a small change of the start
  double reference_error = 0;  ///< relative error of the states that runs are compared with
  long multiple = 4;           ///< of which every number of steps is one: checkpoints, ticks
  /// The number that h times the rate is counted by: the fastest motion's phase over the whole
  /// span, at least 8, so that a slow motion has 8 steps as well.
  double phase() const;
};

/// Conclusions of an order check.
enum class OrderVerdict {
  ok,              ///< the measured order is the declared one
  missed,          ///< the measured order is another one: the method, or its declaration, is wrong
  not_resolvable,  ///< the runs prove neither, or reached the check's limits
  unfit,           ///< nothing to measure: out of the method's scope, or it chooses its own steps
  failed,          ///< the method crashed
};
constexpr auto names_of(OrderVerdict) {
  return std::array{"ok", "missed", "not_resolvable", "unfit", "failed"};
}

/// Result of measure_order().
struct Measurement {
  std::vector<ErrorAtStep> points = {};  ///< of all runs that ended well
  OrderFit fit = {};
  OrderVerdict verdict = OrderVerdict::not_resolvable;
  std::string reason = {};  ///< of every verdict but ok, and but a slope that is missed
};

/// Measures the order of a method from errors of runs with ever smaller steps.
///  - The range of steps follows the fastest rate of the motion, w: from h w = 1, where the error
///    of a step becomes a power series in h, down to 1/4096. Steps fall by sqrt(2), so that six of
///    them span a factor of 5.7 in h.
///  - Errors above 1e-2 are left out as pre-asymptotic.
///  - Errors below the floor are left out. The floor is the largest of 5e-14, ten times the
///    reference's error and, where errors stop falling at a level below 1e-7, 30 times the
///    smallest.
///  - The finest six of the other errors are fitted; at least four must be there.
///  - The runs end early, from h w = 1/100 or an error of 1e-9 on, when the order is certain: the
///    half width of the six is at most 0.05, the slopes of the two halves agree to 0.1, and the
///    slope is the declared order to 0.1. Larger steps do not suffice, since errors of a higher
///    order may hide those of the order itself.
///  - They also end early where errors do not fall, and at the floor.
///  - No run is begun that would end after `seconds` (s), by the time of the runs before it.
/// The order p is missed where the slope is off, to either side, by more than the largest of 0.2,
/// p^2/100, and the half width, which must not be above 0.4. (The range of steps that double
/// precision leaves to order p shrinks like 1/p, and its errors of higher order grow with p.) It is
/// also missed where errors do not fall at all although the steps are so small that those of a
/// method of order 1 would. A miss needs steps down to where the runs end by themselves, a slope
/// that does not still move towards the declared order, and a motion without kinks. All else is
/// not resolvable.
Measurement measure_order(const MotionScale& scale, int declared, const RunOf& run, double seconds);

}  // namespace stiffbench
