#pragma once

#include "base/parameters.hpp"
#include "problems/contract/state.hpp"

namespace stiffbench {

/// Chebyshev's acceleration of sweeps (Wang 2015, DOI 10.1145/2816795.2818063, with gamma = 1). A
/// sweep that leads from x_k to s(x_k) is followed by
///   x_{k+1} = x_{k-1} + w_{k+1} (s(x_k) - x_{k-1}),
/// w = 1 up to the sweep number `delay`, then 2 / (2 - rho^2), then 4 / (4 - rho^2 w) of the w
/// before. Where a sweep multiplies the error by a symmetric matrix of spectral radius rho, k
/// sweeps after the delay multiply it by at most 1 / T_k(1/rho), with Chebyshev's T_k. The fixed
/// point remains. An rho above the true one is slower; one below it may diverge, and so may sweeps
/// whose matrix has complex eigenvalues, as those of Gauss and Seidel.
class ChebyshevAcceleration {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("chebyshev", self.rho_, from_to(0, 0.999999),
              "Chebyshev's acceleration for sweeps that reduce errors by this factor; 0: none");
    parameter("chebyshev_delay", self.delay_, at_least(1),
              "the first sweeps of a step, which are not accelerated");
  }

  /// Begins the sweeps of a step at x.
  void begin(const Vec& x) {
    sweeps_ = 0;
    if (rho_ > 0) now_ = x;
  }
  /// Replaces the result x of a sweep by the accelerated one.
  void apply(Vec& x) {
    if (rho_ == 0) return;
    ++sweeps_;
    if (sweeps_ <= delay_)
      weight_ = 1;
    else
      weight_ = sweeps_ == delay_ + 1 ? 2 / (2 - rho_ * rho_) : 4 / (4 - rho_ * rho_ * weight_);
    if (sweeps_ > delay_) x = before_ + weight_ * (x - before_);
    before_.swap(now_);
    now_ = x;
  }

 private:
  double rho_ = 0, weight_ = 1;
  long delay_ = 1, sweeps_ = 0;
  Vec before_, now_;  // x_{k-1} and x_k
};

}  // namespace stiffbench
