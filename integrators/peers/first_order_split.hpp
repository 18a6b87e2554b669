#pragma once

#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/peers/first_order.hpp"

namespace stiffbench {

/// The two parts of F = (v, M^-1 f) in the split f = -K0 x + g of the suite's own methods
/// (LinearSplit), for solvers that get two functions: (v, -M^-1 K0 x) and (0, M^-1 g), with the
/// constant K0 of Problem::linear_stiffness. Damping and load belong to g. Both parts at the same
/// positions share one product K0 x, as in the suite's own methods.
class FirstOrderSplit {
 public:
  explicit FirstOrderSplit(const CountedProblem& problem);

  /// Computes dydt = (v, -M^-1 K0 x). The function is linear: of a direction y, the result is the
  /// product of its Jacobian with y. Returns false when a number of the result is not finite.
  [[nodiscard]] bool linear_part(const double* y, double* dydt);
  /// Computes dydt = (0, M^-1 (f + K0 x)); false when one of its numbers is not finite.
  [[nodiscard]] bool remaining_part(double t, const double* y, double* dydt);

 private:
  /// Recomputes s_ = M^-1 K0 x (m/s^2) unless x is that of the last call.
  void evaluate_linear(const double* y);

  FirstOrder system_;
  SymmetricProduct stiffness_;
  Vec x_, product_, s_, f_, g_;
};

}  // namespace stiffbench
