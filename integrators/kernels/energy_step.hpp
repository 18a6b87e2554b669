#pragma once

#include "integrators/kernels/newton/newton.hpp"

namespace stiffbench {

/// The implicit Euler step in its optimization form, which the energy-controllable methods correct
/// afterwards (You, Zheng, Li, DOI 10.48550/arXiv.2602.08094, section 4):
///   x+ = argmin 1/2 |x - x_n - h v_n|^2_M + h^2 (P(x) - load(t+)' x) + h^2 P_n(x),
///   P_n(x) = h/2 |(x - x_n) / h|^2_{D_n}.
/// Damping that depends on the state is lagged: D_n is the matrix with which the damping force at
/// (x_n, v_n) is -D_n v_n (SecantDamping). Newton's iteration starts at x_n, which has to be
/// feasible; x+ is then feasible, too.
class EnergyStep {
 public:
  static void parameters(auto& self, auto&& parameter) {
    Newton::energy_parameters(self.newton_, parameter);
  }

  EnergyStep() { newton_.options.line_search = LineSearch::energy; }
  void init(const CountedProblem& problem, double h);
  /// Computes next = (t + h, x+, w) with w = (x+ - x_n) / h; next is void where the outcome is not
  /// ok.
  Outcome advance(const State& u, State& next);
  /// The change of velocity dv = h M^-1 (grad P(x_n) - grad P(x+)) by conservative forces (m/s).
  const Vec& correction(const State& u, const State& next);
  /// The energy (J) that damping dissipates in a step from u with the velocity v: h v' D_n v, which
  /// is 2 P_n(x+) for v = w.
  double loss(const State& u, const Vec& v);
  /// The energy (J) that the load at time t supplies in the step from u to next, load(t)' (x+ -
  /// x_n), plus the growth of a time-dependent potential over the step, at the mean of both
  /// positions.
  double gain(const State& u, const State& next, double t);

  const Newton& newton() const { return newton_; }

 private:
  /// Computes -grad P(x): the force at v = 0 minus the load. at_rest_ then has the position.
  void conservative(const State& u, Vec& f);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool damped_ = false;
  Newton newton_;
  StageEquation stage_;
  State at_rest_, half_way_;
  Mat D_;
  Vec a_, load_, before_, after_, difference_, dv_, product_;
  bool has_last_ = false;  // after_ is -grad P(x) of at_rest_
};

}  // namespace stiffbench
