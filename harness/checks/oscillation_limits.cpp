#include "harness/checks/oscillation_limits.hpp"

#include "harness/checks/growth.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr int few_steps = 14;  // the fewest with a few to spare, as a scan has many points

/// Two neighbours of a scan over h omega: the method grows at `above`, and not at `below`.
struct Onset {
  double below = 0, above = no_limit;
  std::string failure = {};  ///< why the growth could not be measured at `above`

  bool any() const { return above < no_limit; }
};

/// True where the growth was measured and is none.
bool is_stable(const Growth& growth) { return !std::isnan(growth.radius) && !growth.grows(); }

Growth few_steps_of(const AnyIntegrator& method, double h_omega) {
  return growth_of(method, h_omega, few_steps);
}

/// Looks for the first growth from `from` on, in steps of this factor.
Onset first_growth(const AnyIntegrator& method, double from, double to, double factor) {
  Onset onset;
  for (double y = from; y <= to; y *= factor) {
    const Growth growth = few_steps_of(method, y);
    if (std::isnan(growth.radius)) return {onset.below, y, growth.failure};
    if (growth.grows()) return {onset.below, y};
    onset.below = y;
  }
  return onset;
}

double bisect_growth(const AnyIntegrator& method, Onset onset) {
  while (onset.above - onset.below > 1e-7 * onset.above) {
    const double middle = (onset.below + onset.above) / 2;
    (is_stable(few_steps_of(method, middle)) ? onset.below : onset.above) = middle;
  }
  return onset.below;
}

/// The limit near a growth that was found in coarse steps.
double limit_below(const AnyIntegrator& method, const Onset& coarse) {
  Onset fine = first_growth(method, OscillationLimits::first, coarse.above, 1.005);
  if (!fine.any() || !fine.failure.empty()) fine = coarse;
  if (fine.below == 0) return 0;  // the method grows at the first h omega
  const double limit = bisect_growth(method, fine);
  // A growth of (h omega)^7, say, is below any threshold for small steps. It still shows just below
  // the limit, where a method that does not grow has round-off alone.
  return few_steps_of(method, 0.9 * limit).radius > 1 + 1e-10 ? 0 : limit;
}

/// The growth per step of infinitely stiff oscillations.
double growth_at_infinity(const AnyIntegrator& method, bool is_limited) {
  double last = few_steps_of(method, 1e2).radius, before = last;
  bool is_measured = false;
  for (const double y : {1e3, 1e4, 1e5}) {
    const double radius = few_steps_of(method, y).radius;
    if (std::isnan(radius)) break;
    is_measured = true;
    before = last;
    last = radius;
  }
  // The states of a method whose growth rises overflow, or leave no digits to measure it.
  if (!is_measured || std::isnan(before))
    return is_limited ? no_limit : std::numeric_limits<double>::quiet_NaN();
  if (last < before / 2) return 0;
  return last > 2 * before ? no_limit : last;
}

}  // namespace

OscillationLimits oscillation_limits(const AnyIntegrator& method) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (method->adaptive()) return {none, none, "it chooses its own steps"};
  const Onset coarse = first_growth(method, OscillationLimits::first, OscillationLimits::last, 1.1);
  if (!coarse.failure.empty()) return {none, none, coarse.failure};
  for (const double y : {0.7, 5., 100.})
    if (!is_linear(method, y)) return {none, none, "its step is not a linear map"};
  const double at_infinity = growth_at_infinity(method, coarse.any());
  if (std::isnan(at_infinity)) return {none, none, "stiff oscillations leave no digits"};
  return {coarse.any() ? limit_below(method, coarse) : no_limit, at_infinity};
}

}  // namespace stiffbench
