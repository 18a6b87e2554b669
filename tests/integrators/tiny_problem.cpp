#include "tests/integrators/tiny_problem.hpp"

#include <cmath>

namespace stiffbench {
namespace {

Mat tridiagonal(double middle, double side) {
  Mat A(3, 3);
  for (int i = 0; i < 3; ++i) {
    if (i > 0) A.insert(i, i - 1) = side;
    A.insert(i, i) = middle;
    if (i < 2) A.insert(i, i + 1) = side;
  }
  A.makeCompressed();
  return A;
}

Mass make_mass(bool consistent) {
  return consistent ? Mass(tridiagonal(4, 1)) : Mass(Vec::LinSpaced(3, 1, 4).eval());
}

}  // namespace

TinyProblem::TinyProblem(Parts parts) : parts_(parts), mass_(make_mass(parts.consistent)) {
  K_ = parts.stiffness * tridiagonal(5, -2);
  D_ = parts.damping * tridiagonal(2, 0.5);
  load_ = parts.load * Vec::LinSpaced(3, 1, -2);
}

State TinyProblem::start() const {
  State u;
  u.t = 0.25;
  u.x = Vec::LinSpaced(3, 0.5, -1);
  u.v = Vec::LinSpaced(3, -0.3, 0.9);
  return u;
}

ProblemTraits TinyProblem::traits() const {
  const bool damped = parts_.damping != 0 || parts_.cubic_damping != 0;
  return {.damped = damped,
          .varying_damping = parts_.cubic_damping != 0,
          .time_dependent = parts_.load != 0,
          .linear = parts_.cubic == 0 && parts_.cubic_damping == 0};
}

void TinyProblem::force(const State& u, Vec& f) const {
  f = -(K_ * u.x) - D_ * u.v + load_ * std::sin(3 * u.t);
  f.array() -= parts_.cubic * u.x.array().cube() + parts_.cubic_damping * u.v.array().cube();
}

void TinyProblem::jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
  Mat K, D;
  stiffness(u, K);
  damping(u, D);
  df = -(K * dx) - D * dv;
}

void TinyProblem::stiffness(const State& u, Mat& K) const {
  K = K_;
  for (int i = 0; i < 3; ++i) K.coeffRef(i, i) += 3 * parts_.cubic * u.x[i] * u.x[i];
}

void TinyProblem::damping(const State& u, Mat& D) const {
  D = D_;
  for (int i = 0; i < 3; ++i) D.coeffRef(i, i) += 3 * parts_.cubic_damping * u.v[i] * u.v[i];
}

void TinyProblem::time_derivative(const State& u, Vec& dfdt) const {
  dfdt = 3 * std::cos(3 * u.t) * load_;
}

void TinyProblem::load(double t, Vec& f) const { f = std::sin(3 * t) * load_; }

double TinyProblem::potential(const State& u) const {
  return 0.5 * u.x.dot(K_ * u.x) + 0.25 * parts_.cubic * u.x.array().pow(4).sum();
}

}  // namespace stiffbench
