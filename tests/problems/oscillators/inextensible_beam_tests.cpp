#include "base/dense.hpp"
#include "problems/contract/registry.hpp"
#include "reference/families.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <numbers>

namespace inextensible_beam_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> beam(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("inextensible_beam", settings);
}

/// An angle or rate at t = 5, by the number of its component among the Test Set's 80. `printed` is
/// that of the Test Set for IVP Solvers, `converged` that of
/// docs/problems/multibody/inextensible_beam.md, which says how many of the printed digits are
/// right.
struct Digits {
  int component;
  double printed, converged;
};
constexpr Digits all_digits[] = {{1, -.5792366591285007e-2, -0.0057923665912947},
                                 {10, -.9119134654647947e-1, -0.0911913465464418},
                                 {20, -.1483595472463012, -0.148359547246257},
                                 {40, -.1767201761075488, -0.176720176107515},
                                 {41, .3747362681329794e-1, 0.037473626805810},
                                 {50, .5987609702624270, 0.59876097023426},
                                 {80, 1.186724615113034, 1.18672461512173}};

double value_of(const State& end, int component) {
  return component <= 40 ? end.x[component - 1] : end.v[component - 41];
}

/// The largest relative distance of the components from `first` to `last` from these digits.
double distance(const State& end, double Digits::*expected, int first, int last) {
  double largest = 0;
  for (const Digits& digits : all_digits)
    if (digits.component >= first && digits.component <= last)
      largest =
          std::max(largest, std::abs(value_of(end, digits.component) / (digits.*expected) - 1));
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

/// Checks the digits that converged, in extended precision, where a family of references takes this
/// many steps. Twice as many do not come closer: round-off of the fast modes is left, up to 4e-13
/// of an angle, and of a rate up to 4e-12 of the largest one.
void check_converged_digits(const references::Family& family, long steps) {
  const State end =
      family.run(*beam(), {.checkpoints = 1, .steps = steps, .extended = true}, {}).states.back();
  CHECK(distance(end, &Digits::converged, 1, 40) < 1e-12);
  const double largest_rate = std::end(all_digits)[-1].converged;
  for (const auto& [component, printed, converged] : all_digits)
    if (component > 40)
      CHECK(std::abs(value_of(end, component) - converged) < 1e-11 * largest_rate);
  // Fast modes end the digits that are printed: rates have fewer right ones than angles.
  CHECK(distance(end, &Digits::printed, 1, 40) < 3e-12);
  CHECK(distance(end, &Digits::printed, 1, 40) > 1e-12);
  CHECK(distance(end, &Digits::printed, 41, 80) < 3e-10);
  CHECK(distance(end, &Digits::printed, 41, 80) > 1e-10);
}

}  // namespace

// Each takes seconds, so they are apart.
TEST_CASE("Gauss' collocation has the converged digits of the inextensible beam") {
  check_converged_digits(references::collocation(), 14'350);
}
TEST_CASE("the extrapolated midpoint rule has the same digits of the inextensible beam") {
  check_converged_digits(references::extrapolation(), 19'570);
}

TEST_CASE("two families of methods tend to the published digits of the inextensible beam") {
  const auto problem = beam();
  for (const auto& [method, steps] : {std::pair{"dop853", 24'000}, {"radau_iia9", 3000}}) {
    const State unloaded = advance(*problem, method, problem->start(), std::numbers::pi, steps);
    const State end = advance(*problem, method, unloaded, 5, steps * 3 / 5);
    INFO(method);
    CHECK(distance(end, &Digits::printed, 1, 40) < 1e-9);
    CHECK(distance(end, &Digits::printed, 41, 80) < 4e-7);
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
