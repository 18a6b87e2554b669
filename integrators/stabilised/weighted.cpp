#include "integrators/stabilised/weighted.hpp"

#include "integrators/stabilised/orthogonal.hpp"

#include <cmath>

namespace stiffbench {
namespace {

constexpr double a = 3.2, d = 0.14, usual_c = 3.43;

WeightedPolynomials polynomials(int s, double x0, double c) {
  const double unit = 1 / (double(s) * s);
  return {s - 2, x0, {{1 - a * unit, c * unit}}};
}

/// R'' R / R'^2 - 1, which is zero for a method of order 2.
double defect(int s, double x0, double c) {
  const Jet R = polynomials(s, x0, c).product();
  return 2 * R[2] * R[0] / (R[1] * R[1]) - 1;
}

/// The c of order 2, by the secant method.
double solve_c(int s, double x0) {
  double before = usual_c, now = 1.01 * usual_c, at_before = defect(s, x0, before);
  for (int i = 0; i < 20 && std::abs(now - before) > 1e-15 * now; ++i) {
    const double at_now = defect(s, x0, now);
    if (at_now == at_before) break;
    const double next = now - at_now * (now - before) / (at_now - at_before);
    before = now;
    at_before = at_now;
    now = next;
  }
  return now;
}

}  // namespace

Recurrence make_weighted_recurrence(int stages) {
  const double x0 = 1 + d / (double(stages) * stages);
  const WeightedPolynomials all = polynomials(stages, x0, solve_c(stages, x0));
  const Jet &R = all.product(), &w = all.weight();
  const double L = R[1] / R[0];
  Recurrence result{.stages = all.stages(L), .real_bound = L * (1 + x0)};
  // The factor w(x) / w(x0) = 1 + 2 sigma z + tau z^2, in two stages.
  const double sigma = w[1] / (2 * L * w[0]), tau = 1 / (L * L * w[0]);
  result.stages.push_back({.mu = 1, .of_last = sigma});
  result.stages.push_back({.mu = 1, .of_last = tau / sigma, .of_before = sigma - tau / sigma});
  set_times(result.stages);
  return result;
}

}  // namespace stiffbench
