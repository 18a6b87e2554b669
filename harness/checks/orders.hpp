#pragma once

#include "harness/run/plan.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A straight line through (log h, log error).
struct OrderFit {
  double order = 0;       ///< its slope
  double half_width = 0;  ///< of the 95% confidence interval of the slope
  int points = 0;
};

struct ErrorAtStep {
  double h = 0, error = 0;
};

/// Least squares through the last `window` points; h must fall from point to point.
OrderFit fit_order(const std::vector<ErrorAtStep>& points, std::size_t window);

/// What measuring one integrator on one problem gave.
struct OrderCheck {
  std::string integrator = {}, problem = {};
  int declared = 0;
  OrderFit fit = {};
  std::string skipped = {};  ///< why it was not measured, or empty
  bool missed = false;
};

/// Relative error of a run with `count` steps at four checkpoints, or nothing if it did not end
/// well.
using ErrorOf = std::function<std::optional<double>(long count)>;

/// Measures with ever smaller steps, from 8 to 32768 of them. What is used and what is not:
///  - errors above 1e-2 are taken for pre-asymptotic and left out;
///  - errors below the floor are left out: 5e-14, ten times the error of the truth, or, where
///  errors
///    stop falling below 1e-7 already (round-off, a solver's tolerance), 30 times the smallest
///    error;
///  - of the rest the finest six are fitted (at least four must be there): steps fall by sqrt(2),
///    so that they span a factor of 5.7 in h;
///  - it ends early, at 1024 steps or an error of 1e-9, when those six lie on a line to 0.05, the
///    slopes of its two halves agree to 0.1, and the slope is the declared order to 0.1: errors of
///    a higher order may hide those of the order itself until steps are small.
/// `exact` says that no error was ever above 1e-11. Two things cannot be resolved: `hidden`, down
/// to round-off errors of a higher order are larger than those of the declared one; `at_floor`, as
/// soon as steps are small enough for it to run at all the method is as good as the truth: fewer
/// than four errors are above the floor. `scattered`: fewer than six are, and on no line.
struct Measurement {
  OrderFit fit;
  bool exact = false, hidden = false, at_floor = false, scattered = false;
  bool never_ran = false;  ///< no run ended well, however small its steps
};
Measurement measure_order(double end_time, int declared, const ErrorOf& error_of,
                          double error_of_truth = 0);

/// Missed from either side: off the declared order by more than the largest of 0.2, a twentieth of
/// the order (the range of steps that double precision leaves to order p shrinks like 1/p) and the
/// half width; or a half width above 0.4, which proves nothing.
bool is_miss(int declared, const OrderFit& fit);

struct OrderProblem {
  std::shared_ptr<const Problem> problem;
  std::string label;
  double digits = 13;  ///< asked of its reference
};

/// Every integrator (or those named) on every problem's order_checks, or on this problem alone,
/// told one by one to `tell`. An integrator that was measured on none of the order_checks is a
/// miss, unless it cannot step at a fixed h.
std::vector<OrderCheck> check_orders(const std::vector<std::string>& integrators,
                                     const std::function<void(const OrderCheck&)>& tell,
                                     const std::optional<OrderProblem>& only = {});

}  // namespace stiffbench
