#pragma once

#include "integrators/kernels/split/fast_split.hpp"
#include "integrators/peers/first_order.hpp"

namespace stiffbench {

/// The two parts of F = (v, M^-1 f) in the splits of the suite's own methods (FastSplit), for
/// solvers that get two functions: (v, M^-1 fast(x)) and (0, M^-1 slow(x, v, t)). Damping and load
/// belong to the slow part. Both parts at the same positions share one evaluation of fast(x), as in
/// the suite's own methods.
class FirstOrderSplit {
 public:
  FirstOrderSplit(const CountedProblem& problem, FastSplit::Part part);

  /// Computes dydt = (v, M^-1 fast(x)). With FastSplit::Part::linear the function is linear: of a
  /// direction y, the result is the product of its Jacobian with y. Returns false when a number of
  /// the result is not finite.
  [[nodiscard]] bool fast_part(const double* y, double* dydt);
  /// Computes dydt = (0, M^-1 slow); false when one of its numbers is not finite.
  [[nodiscard]] bool remaining_part(double t, const double* y, double* dydt);

 private:
  /// Recomputes a_ = M^-1 fast(x) (m/s^2) unless x is that of the last call.
  void evaluate_fast(const double* y);

  FirstOrder system_;
  FastSplit split_;
  Vec x_, a_, g_;
};

}  // namespace stiffbench
