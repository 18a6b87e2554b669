#pragma once

#include "integrators/kernels/newton/newton.hpp"

namespace stiffbench {

/// The implicit Euler step in the optimization form that the energy-controllable methods correct
/// afterwards (You, Zheng, Li, DOI 10.48550/arXiv.2602.08094, section 4):
///   x+ = argmin 1/2 |x - x_n - h v_n|^2_M + h^2 (P(x) - load(t+)' x) + h^2 P_n(x),
///   P_n(x) = h/2 |(x - x_n) / h|^2_{D_n}:
/// damping is lagged where it depends on the state. Newton's iteration starts at x_n, which has to
/// be feasible; so is x+.
class EnergyStep {
 public:
  static void parameters(auto& self, auto&& parameter) {
    Newton::energy_parameters(self.newton_, parameter);
  }

  EnergyStep() { newton_.line_search = "energy"; }
  void init(const CountedProblem& problem, double h);
  /// next = (t + h, x+, w) with w = (x+ - x_n) / h. Void where not ok.
  Outcome advance(const State& u, State& next);
  /// dv = h M^-1 (grad P(x_n) - grad P(x+)), conservative forces only (m/s).
  const Vec& correction(const State& u, const State& next);
  /// What damping takes and the load gives on the way from u to next (J), where the velocity is v
  /// and the load that of time t: h v' D_n v, which is 2 P_n(x+) for v = w, and load(t)' (x+ -
  /// x_n). A potential that moves gives, half-way, what it grows by in the time of the step.
  double loss(const State& u, const Vec& v);
  double gain(const State& u, const State& next, double t);

  const Newton& newton() const { return newton_; }

 private:
  /// -grad P(x) = force at v = 0, less the load.
  void conservative(const State& u, Vec& f);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool damped_ = false;
  Newton newton_;
  StageEquation stage_;
  State at_rest_, half_way_;
  Mat D_;
  Vec a_, load_, before_, after_, dv_, product_;
};

}  // namespace stiffbench
