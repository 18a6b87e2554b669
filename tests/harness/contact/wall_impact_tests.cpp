// The impact of a flying bar that is predicted without a mesh.

#include "harness/contact/wall_impact.hpp"

#include <catch2/catch.hpp>

namespace wall_impact_tests {

using namespace stiffbench;
using namespace stiffbench::contact_ladder;

namespace {

const FlyingBar bar{1, 100, 1000, 1};  // 10 kg, 1 m/s

/// A spring of this stiffness (N/m) over the reach.
Wall spring(double stiffness, double reach) {
  return {reach, [=](double gap) { return gap < reach ? stiffness * (reach - gap) : 0; }};
}

}  // namespace

TEST_CASE("a bar on a nearly hard wall obeys d'Alembert") {
  CHECK(bar.force() == 1000);
  CHECK(bar.mass() == Approx(10));
  const WallImpact impact = predict(bar, spring(1e9, 1e-5));
  CHECK(impact.contact_time == Approx(0.02).epsilon(1e-3));
  CHECK(impact.force == 1000);
  CHECK(impact.rebound == Approx(1).epsilon(1e-3));
  // The wall is at the gap of the reach, which returns the bar by twice the reach earlier.
  CHECK(impact.ahead == Approx(2e-5).epsilon(0.2));
}

TEST_CASE("a bar on a spring leaves with the delays of a first-order lag") {
  // F' = k (v - F/Z): the force lags by Z/k = T, 1 - exp(-t/T). After the wave's return the gap
  // obeys T y' = -y + 1 - 2 e(t), y = 1 at first, e = 1 - exp(-t/T): y = -1 + 2 (1 + t/T)
  // exp(-t/T), which is 0 at t = 1.678347 T, with (1 + s) exp(-s) = 1/2.
  const double stiffness = 1e7, lag = bar.impedance / stiffness;
  const WallImpact impact = predict(bar, spring(stiffness, 1e-3));
  CHECK(impact.contact_time == Approx(0.02 + 1.678347 * lag).epsilon(1e-5));
}

TEST_CASE("fronts in a finer mesh are narrower by the power 2/3") {
  CHECK(front_width(bar, 800) == Approx(front_width(bar, 100) / 4));
  CHECK(front_width(bar, 100) == Approx(std::cbrt(2 * 0.0001 / 8) / 100));
}

TEST_CASE("the order of three distances is that of their differences") {
  CHECK(order_of({0.4, 0.2, 0.1}) == Approx(1));
  CHECK(order_of({5 + 0.16, 5 + 0.04, 5 + 0.01}) == Approx(2));
}

}  // namespace wall_impact_tests
