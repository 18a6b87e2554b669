#include "integrators/stabilised/weighted.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

constexpr double a = 3.2, d = 0.14, usual_c = 3.43;

/// A function's value and first two derivatives.
using Jet = std::array<double, 3>;
Jet times(const Jet& f, const Jet& g) {
  return {f[0] * g[0], f[1] * g[0] + f[0] * g[1], f[2] * g[0] + 2 * f[1] * g[1] + f[0] * g[2]};
}

/// The monic polynomials p_{j+1} = (x - alpha_j) p_j - beta_j p_{j-1} up to j + 1 = s - 2, and what
/// they and w are at x0.
struct WeightedPolynomials {
  std::vector<double> alpha, beta;
  std::vector<Jet> at_x0;  // p_0 to p_{s-2}
  Jet w;

  WeightedPolynomials(int s, double x0, double c) {
    const double root = 1 - a / (double(s) * s), height = c / (double(s) * s);
    const auto weight = [&](double x) { return (x - root) * (x - root) + height * height; };
    w = {weight(x0), 2 * (x0 - root), 2};
    // Gauss-Chebyshev quadrature, exact for these integrands.
    const int points = s + 2;
    std::vector<double> x, square, now, before;
    for (int i = 0; i < points; ++i) {
      x.push_back(std::cos((2 * i + 1) * std::numbers::pi / (2 * points)));
      square.push_back(weight(x.back()) * weight(x.back()));
      now.push_back(1);
      before.push_back(0);
    }
    at_x0 = {{1, 0, 0}};
    Jet last{0, 0, 0};
    double norm_before = 0;
    for (int j = 0; j < s - 2; ++j) {
      double norm = 0, moment = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        norm += square[i] * now[i] * now[i];
        moment += square[i] * x[i] * now[i] * now[i];
      }
      alpha.push_back(moment / norm);
      beta.push_back(j == 0 ? 0 : norm / norm_before);
      norm_before = norm;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double next = (x[i] - alpha.back()) * now[i] - beta.back() * before[i];
        before[i] = now[i];
        now[i] = next;
      }
      const Jet here = at_x0.back();
      Jet next = times({x0 - alpha.back(), 1, 0}, here);
      for (std::size_t k = 0; k < 3; ++k) next[k] -= beta.back() * last[k];
      last = here;
      at_x0.push_back(next);
    }
  }
  /// w P and its derivatives.
  Jet product() const { return times(w, at_x0.back()); }
};

/// R'' R / R'^2 - 1, which is zero for a method of order 2.
double defect(int s, double x0, double c) {
  const Jet R = WeightedPolynomials(s, x0, c).product();
  return R[2] * R[0] / (R[1] * R[1]) - 1;
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
  const WeightedPolynomials all(stages, x0, solve_c(stages, x0));
  const Jet R = all.product();
  const double L = R[1] / R[0];
  Recurrence result{.stages = {}, .real_bound = L * (1 + x0)};
  // p_j(x) / p_j(x0) for j = 1 to s - 2.
  for (std::size_t j = 0; j + 1 < all.at_x0.size(); ++j) {
    const double next = all.at_x0[j + 1][0], now = all.at_x0[j][0],
                 before = j == 0 ? 0 : all.at_x0[j - 1][0];
    result.stages.push_back({.mu = (x0 - all.alpha[j]) * now / next,
                             .nu = -all.beta[j] * before / next,
                             .of_last = now / (L * next)});
  }
  // The factor w(x) / w(x0) = 1 + 2 sigma z + tau z^2, in two stages.
  const double sigma = all.w[1] / (2 * L * all.w[0]), tau = 1 / (L * L * all.w[0]);
  result.stages.push_back({.mu = 1, .of_last = sigma});
  result.stages.push_back({.mu = 1, .of_last = tau / sigma, .of_before = sigma - tau / sigma});
  double before = 0, now = 0;
  for (Recurrence::Stage& s : result.stages) {
    s.time = s.mu * now + s.nu * before + s.of_last + s.of_first + s.of_before;
    before = now;
    now = s.time;
  }
  return result;
}

}  // namespace stiffbench
