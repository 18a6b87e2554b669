#pragma once

#include "harness/run/plan.hpp"

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
};

/// Fits a line through the last `most_points` points; h must fall from point to point.
OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t most_points);

/// Result of the check of one integrator on one problem.
struct OrderCheck {
  std::string integrator = {}, problem = {};
  int declared = 0;
  OrderFit fit = {};
  std::string skip_reason = {};  ///< why it was not measured, or empty
  bool missed = false;           ///< the slope is not the declared order: is_miss()
};

/// Relative error, at four checkpoints, of a run with `count` steps; nothing if the run failed.
using ErrorOf = std::function<std::optional<double>(long count)>;

/// Result of measure_order().
struct Measurement {
  OrderFit fit;
  bool exact = false;      ///< no error was ever above 1e-11
  bool hidden = false;     ///< errors of a higher order are larger down to round-off
  bool at_floor = false;   ///< fewer than four errors are above the floor
  bool scattered = false;  ///< fewer than six are, and they lie on no line
  bool never_ran = false;  ///< no run ended well, however small its steps
};

/// Measures the order of a method from errors of runs with ever smaller steps, 8 to 32768 of them.
/// `end_time` is in seconds, `reference_error` is the relative error of the states compared with.
///  - Errors above 1e-2 are left out as pre-asymptotic.
///  - Errors below the floor are left out. The floor is the largest of 5e-14, ten times the
///    reference's error and, where errors stop falling at a level below 1e-7, 30 times the
///    smallest.
///  - The finest six of the other errors are fitted; at least four must be there. Steps fall by
///    sqrt(2), so that six of them span a factor of 5.7 in h.
///  - The runs end early, from 1024 steps or an error of 1e-9 on, when the order is certain: the
///    half width of the six is at most 0.05, the slopes of the two halves agree to 0.1, and the
///    slope is the declared order to 0.1. Larger steps do not suffice, since errors of a higher
///    order may hide those of the order itself.
Measurement measure_order(double end_time, int declared, const ErrorOf& error_of,
                          double reference_error = 0);

/// Whether a slope contradicts the declared order, or proves nothing because its half width is
/// above 0.4. The slope may be off, to either side, by the largest of 0.2, a twentieth of the
/// order, and the half width. (The range of steps that double precision leaves to order p shrinks
/// like 1/p.)
bool is_miss(int declared, const OrderFit& fit);

/// A problem on which orders are measured.
struct OrderProblem {
  std::shared_ptr<const Problem> problem;
  std::string label;
  double digits = 13;  ///< that its reference must win
};

/// Checks the orders of these integrators, or of all if the list is empty, on the order_checks of
/// every problem or on the problem `only`. It calls `report` after each check. An integrator that
/// was measured on none of the order_checks is a miss, unless it chooses its own steps.
std::vector<OrderCheck> check_orders(const std::vector<std::string>& integrators,
                                     const std::function<void(const OrderCheck&)>& report,
                                     const std::optional<OrderProblem>& only = {});

}  // namespace stiffbench
