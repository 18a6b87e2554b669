#include "base/dense.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <numbers>

namespace inextensible_beam_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> beam(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("inextensible_beam", settings);
}

/// Angles and rates at t = 5 that the Test Set for IVP Solvers prints, by the numbers of its 80
/// components. docs/problems/multibody/inextensible_beam.md says how many of the digits are right.
constexpr std::pair<int, double> published[] = {
    {1, -.5792366591285007e-2}, {10, -.9119134654647947e-1}, {20, -.1483595472463012},
    {40, -.1767201761075488},   {41, .3747362681329794e-1},  {50, .5987609702624270},
    {80, 1.186724615113034}};

/// The largest relative distance of the components up to `last` from the first on.
double distance(const State& end, int first, int last) {
  double largest = 0;
  for (const auto& [component, digits] : published)
    if (component >= first && component <= last) {
      const double value = component <= 40 ? end.x[component - 1] : end.v[component - 41];
      largest = std::max(largest, std::abs(value / digits - 1));
    }
  return largest;
}

/// The state at `end` after this many steps, which must all end ok.
State advance(const Problem& problem, const std::string& name, State u, double end, int steps) {
  const CountedProblem counted(problem);
  AnyIntegrator method = test::make(name);
  method->init(counted, (end - u.t) / steps);
  for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
  return u;
}

}  // namespace

TEST_CASE("two families of methods tend to the published digits of the inextensible beam") {
  const auto problem = beam();
  for (const auto& [method, steps] : {std::pair{"dop853", 24'000}, {"radau_iia9", 3000}}) {
    const State unloaded = advance(*problem, method, problem->start(), std::numbers::pi, steps);
    const State end = advance(*problem, method, unloaded, 5, steps * 3 / 5);
    INFO(method);
    CHECK(distance(end, 1, 40) < 1e-9);
    CHECK(distance(end, 41, 80) < 4e-7);
  }
}

TEST_CASE("the force of the inextensible beam is that of the dense equation") {
  constexpr int n = 5;
  const auto problem = beam({{"links", long{n}}, {"load", 0.7}});
  State u = problem->start();
  u.t = 1.1;
  u.x = Vec{{0.1, -0.05, 0.2, 0.4, 0.3}};
  u.v = Vec{{-1, 0.4, 2, 0.3, -0.6}};
  const double phi = 0.7 * std::pow(std::sin(u.t), 2);
  Eigen::MatrixXd A(n, n);
  Vec r(n);
  for (int l = 0; l < n; ++l) {
    const double before = l == 0 ? -u.x[0] : u.x[l - 1];
    const double after = l == n - 1 ? u.x[l] : u.x[l + 1];
    r[l] = std::pow(n, 4) * (before - 2 * u.x[l] + after) +
           n * n * phi * (std::cos(u.x[l]) + std::sin(u.x[l]));
    for (int k = 0; k < n; ++k) {
      const double g = n - 0.5 - std::max(l, k);  // both from 0
      A(l, k) = g * std::cos(u.x[l] - u.x[k]);
      r[l] -= g * std::sin(u.x[l] - u.x[k]) * u.v[k] * u.v[k];
    }
  }
  const Vec expected = dense::solve(A, r);
  Vec f;
  problem->force(u, f);
  CHECK((f - expected).norm() < 1e-13 * expected.norm());
}

TEST_CASE("the inextensible beam keeps its energy once its load has ended") {
  const auto problem = beam({{"links", 6L}});
  constexpr int steps = 4000;
  const State unloaded = advance(*problem, "dop853", problem->start(), std::numbers::pi, steps);
  const State end = advance(*problem, "dop853", unloaded, 5, steps);
  CHECK(problem->energy(problem->start()) == 0);
  CHECK(problem->energy(unloaded) > 0.01);
  CHECK(std::abs(problem->energy(end) / problem->energy(unloaded) - 1) < 1e-10);
}

TEST_CASE("methods that follow the energy do not apply where the mass varies") {
  const auto problem = beam();
  for (const auto& name : {"a_search", "blending", "discrete_gradient", "avf"})
    CHECK_THAT(test::make(name)->why_not_applicable(*problem), Catch::Contains("no gradient"));
  CHECK(test::make("bdf2")->why_not_applicable(*problem).empty());
  const CountedProblem counted(*problem);
  const auto search = test::make("bdf2", {{"line_search", std::string("energy")}});
  CHECK_THROWS_WITH(AnyIntegrator(search)->init(counted, 0.1), Catch::Contains("line_search"));
}

}  // namespace inextensible_beam_tests
