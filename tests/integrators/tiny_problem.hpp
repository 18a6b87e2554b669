#pragma once

#include "problems/contract/problem.hpp"

#include <Eigen/Dense>

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

  explicit TinyProblem(Parts parts) : parts_(parts), mass_(make_mass(parts.consistent)) {
    K_ = parts.stiffness * tridiagonal(5, -2);
    D_ = parts.damping * tridiagonal(2, 0.5);
    load_ = parts.load * Vec::LinSpaced(3, 1, -2);
  }

  State start() const override {
    State u;
    u.t = 0.25;
    u.x = Vec::LinSpaced(3, 0.5, -1);
    u.v = Vec::LinSpaced(3, -0.3, 0.9);
    return u;
  }
  const Mass& mass() const override { return mass_; }
  Nature nature() const override {
    const bool damped = parts_.damping != 0 || parts_.cubic_damping != 0;
    return {.damped = damped,
            .varying_damping = parts_.cubic_damping != 0,
            .time_dependent = parts_.load != 0,
            .linear = parts_.cubic == 0 && parts_.cubic_damping == 0,
            .separated = !damped && parts_.load == 0};
  }
  void force(const State& u, Vec& f) const override {
    f = -(K_ * u.x) - D_ * u.v + load_ * std::sin(3 * u.t);
    f.array() -= parts_.cubic * u.x.array().cube() + parts_.cubic_damping * u.v.array().cube();
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    Mat K, D;
    stiffness(u, K);
    damping(u, D);
    df = -(K * dx) - D * dv;
  }
  void stiffness(const State& u, Mat& K) const override {
    K = K_;
    for (int i = 0; i < 3; ++i) K.coeffRef(i, i) += 3 * parts_.cubic * u.x[i] * u.x[i];
  }
  void damping(const State& u, Mat& D) const override {
    D = D_;
    for (int i = 0; i < 3; ++i) D.coeffRef(i, i) += 3 * parts_.cubic_damping * u.v[i] * u.v[i];
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    dfdt = 3 * std::cos(3 * u.t) * load_;
  }
  const Mat& linear_stiffness() const override { return K_; }
  void load(double t, Vec& f) const override { f = std::sin(3 * t) * load_; }
  double potential(const State& u) const override {
    return 0.5 * u.x.dot(K_ * u.x) + 0.25 * parts_.cubic * u.x.array().pow(4).sum();
  }
  double default_end_time() const override { return 1; }

  const Vec& load() const { return load_; }

 private:
  static Mat tridiagonal(double middle, double side) {
    Mat A(3, 3);
    for (int i = 0; i < 3; ++i) {
      if (i > 0) A.insert(i, i - 1) = side;
      A.insert(i, i) = middle;
      if (i < 2) A.insert(i, i + 1) = side;
    }
    A.makeCompressed();
    return A;
  }
  static Mass make_mass(bool consistent) {
    return consistent ? Mass(tridiagonal(4, 1)) : Mass(Vec::LinSpaced(3, 1, 4).eval());
  }

  Parts parts_;
  Mass mass_;
  Mat K_, D_;
  Vec load_;
};

}  // namespace stiffbench
