#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Three coupled unknowns with everything at once: M x'' = -K x - c x^3 - D v - d v^3 + b sin(3 t),
/// M consistent (tridiagonal), each part to be switched off. Not in the registry.
class TinyProblem final : public Problem {
 public:
  struct Parts {
    bool consistent = true;
    double cubic = 0, damping = 0, cubic_damping = 0, load = 0;
    double stiffness = 1;  ///< factor of K
  };

  explicit TinyProblem(Parts parts);

  State start() const override;
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override;
  void force(const State& u, Vec& f) const override;
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override;
  void stiffness(const State& u, Mat& K) const override;
  void damping(const State& u, Mat& D) const override;
  void time_derivative(const State& u, Vec& dfdt) const override;
  const Mat& linear_stiffness() const override { return K_; }
  void load(double t, Vec& f) const override;
  double potential(const State& u) const override;
  double default_end_time() const override { return 1; }

  const Vec& load() const { return load_; }

 private:
  Parts parts_;
  Mass mass_;
  Mat K_, D_;
  Vec load_;
};

}  // namespace stiffbench
