#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/composition.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

namespace composition_tests {

using namespace stiffbench;

TEST_CASE("the composition's weights are symmetric and their odd power sums vanish") {
  constexpr auto& weights = tableaus::suzuki_umeno8;
  double sums[4] = {};
  for (int i = 0; i < weights.stages; ++i) {
    CHECK(weights[i] == weights[weights.stages - 1 - i]);
    for (int k = 0; k < 4; ++k) sums[k] += std::pow(weights[i], 2 * k + 1);
  }
  CHECK(sums[0] == Approx(1).margin(1e-14));
  for (int k = 1; k < 4; ++k) CHECK(sums[k] == Approx(0).margin(1e-14));
}

TEST_CASE("the composition has order 8 on a nonlinear problem with a load in time") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  const auto at_end = [&](int steps) {
    AnyIntegrator method = IntegratorRegistry::instance().make("composition8");
    const CountedProblem counted(problem);
    method->init(counted, 2.0 / steps);
    State u = problem.start();
    for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
    CHECK(counted.work().force == 15 * steps + 1);
    CHECK(u.t == Approx(2.25).epsilon(1e-15));
    return u;
  };
  const State fine = at_end(40);
  const auto error = [&](int steps) { return (at_end(steps).x - fine.x).norm(); };
  const double coarse = error(5), half = error(10);
  CHECK(half > 1e-11);  // above round-off
  CHECK(std::log2(coarse / half) == Approx(8).margin(0.5));
}

}  // namespace composition_tests
