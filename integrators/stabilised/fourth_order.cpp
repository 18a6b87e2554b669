#include "integrators/stabilised/fourth_order.hpp"

#include "base/error.hpp"
#include "integrators/stabilised/finish.hpp"
#include "integrators/stabilised/orthogonal.hpp"

#include <Eigen/LU>
#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

/// |R| at the end of the real interval.
constexpr double bound = 0.95;

/// r_1, h_1, r_2, h_2.
using Zeros = Eigen::Vector4d;

double expansion_point(int s) {
  const double unit = 1 / (double(s) * s);
  return 1 - (1.0931 + 3 * unit) * unit;
}

WeightedPolynomials polynomials(int s, const Zeros& zeros) {
  const double unit = 1 / (double(s) * s);
  return {s - 4,
          expansion_point(s),
          {{1 - zeros[0] * unit, zeros[1] * unit}, {1 - zeros[2] * unit, zeros[3] * unit}}};
}

/// Zero for the orders 2, 3 and 4, and for the bound.
Eigen::Vector4d defects(int s, const Zeros& zeros) {
  const WeightedPolynomials all = polynomials(s, zeros);
  const Jet& R = all.product();
  const double L = R[1] / R[0];
  return {2 * R[2] / (R[0] * std::pow(L, 2)) - 1, 6 * R[3] / (R[0] * std::pow(L, 3)) - 1,
          24 * R[4] / (R[0] * std::pow(L, 4)) - 1, std::abs(all.ratio(-1)) / bound - 1};
}

/// Parabolas in 1/s^2 through the zeros of many, 10 and 5 stages, with errors below 1%.
Zeros guess(int s) {
  const double unit = 1 / (double(s) * s);
  return Zeros(2.8276, 20.279, 15.244, 7.4577) + unit * Zeros(-18.9, 38.5, 39.4, 30.2) +
         unit * unit * Zeros(592, 894, 478, 114);
}

Zeros solve_zeros(int s) {
  constexpr int most = 20;
  Zeros zeros = guess(s);
  for (int i = 0; i < most; ++i) {
    const Eigen::Vector4d now = defects(s, zeros);
    Eigen::Matrix4d slopes;
    for (Eigen::Index k = 0; k < 4; ++k) {
      Zeros moved = zeros;
      moved[k] += 1e-7 * zeros[k];
      slopes.col(k) = (defects(s, moved) - now) / (moved[k] - zeros[k]);
    }
    const Zeros change = slopes.partialPivLu().solve(now);
    zeros -= change;
    if (change.norm() <= 1e-12 * zeros.norm()) return zeros;
  }
  throw Error("integrator 'rock4': Newton's method finds the zeros of the weight",
              fmt::format("none after {} iterations with {} stages", most, s),
              "give another number of stages");
}

}  // namespace

Recurrence make_fourth_order_recurrence(int stages) {
  const WeightedPolynomials all = polynomials(stages, solve_zeros(stages));
  const double L = all.product()[1] / all.product()[0];
  Recurrence result{.stages = all.stages(L), .real_bound = L * (1 + expansion_point(stages))};
  set_times(result.stages);
  result.finish = make_finish(result.stages);
  return result;
}

}  // namespace stiffbench
