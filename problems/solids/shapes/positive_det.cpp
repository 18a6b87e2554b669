#include "problems/solids/shapes/positive_det.hpp"

#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace stiffbench {
namespace {

double value(const Cubic<double>& p, double s) { return p.c0 + s * (p.c1 + s * (p.c2 + s * p.c3)); }

/// Returns 0, 1 and the extrema in (0, 1), between which the polynomial is monotone, in order.
std::array<double, 4> monotone_between(const Cubic<double>& p) {
  std::array<double, 4> ends = {0, 0, 1, 1};
  const double root = std::sqrt(std::max(p.c2 * p.c2 - 3 * p.c1 * p.c3, 0.));
  const double q = -(p.c2 + std::copysign(root, p.c2));  // avoids cancellation
  const double turns[] = {q / (3 * p.c3), p.c1 / q};
  for (int i = 0; i < 2; ++i)
    if (turns[i] > 0 && turns[i] < 1) ends[static_cast<std::size_t>(1 + i)] = turns[i];
  std::sort(ends.begin(), ends.end());
  return ends;
}

/// Returns the polynomial over its largest coefficient, whose squares do not overflow.
Cubic<double> scaled(const Cubic<double>& p) {
  const double size = std::max({std::abs(p.c0), std::abs(p.c1), std::abs(p.c2), std::abs(p.c3)});
  return {p.c0 / size, p.c1 / size, p.c2 / size, p.c3 / size};
}

/// Returns the smallest root in (0, 1] of a polynomial that is positive at 0, or 1.
double first_root(const Cubic<double>& det) {
  const auto ends = monotone_between(det);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if (value(det, ends[i]) > 0) continue;
    std::uintmax_t iterations = 100;
    return boost::math::tools::toms748_solve([&](double s) { return value(det, s); }, ends[i - 1],
                                             ends[i], boost::math::tools::eps_tolerance<double>(50),
                                             iterations)
        .first;
  }
  return 1;
}

}  // namespace

double share_above_zero(const Cubic<double>& det) {
  if (det.keeps_sign()) return 1;
  if (!std::isfinite(det.c0 + det.c1 + det.c2 + det.c3)) return 0;
  return first_root(scaled(det));
}

}  // namespace stiffbench
