// Friction in the energy-controllable methods: its secant matrix at the start of the step, and the
// loss that belongs to it. A point mass slides on a slope, for which one step has a closed form.

#include "integrators/contract/registry.hpp"
#include "problems/contract/counted_problem.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace secant_damping_tests {

using namespace stiffbench;

namespace {

constexpr double mu = 0.25, tangent = 0.5, g = 9.81, slip_speed = 1e-3;
const double cosine = 1 / std::sqrt(1 + tangent * tangent);

std::unique_ptr<Problem> block(double speed) {
  return ProblemRegistry::instance().make("sliding_block", {{"case", std::string("point")},
                                                            {"slope", tangent},
                                                            {"friction", mu},
                                                            {"slip_speed", slip_speed},
                                                            {"speed", speed}});
}

State after_one(const std::string& method, const Problem& problem, double h,
                const Settings& settings = {}) {
  AnyIntegrator integrator = IntegratorRegistry::instance().make(method, settings);
  const CountedProblem counted(problem);
  integrator->init(counted, h);
  State u = problem.start();
  const Outcome outcome = integrator->step(u);
  INFO(outcome.reason);
  REQUIRE(outcome.ok());
  return u;
}

/// Friction over the speed at its start: mu N g(v), for a mass of 1 kg at the resting gap.
double secant(double speed) {
  const double load = g * cosine;
  return mu * load * (speed < slip_speed ? (2 - speed / slip_speed) / slip_speed : 1 / speed);
}

}  // namespace

TEST_CASE("lagged friction is the secant at the start of the step times the new velocity") {
  const double h = 1e-3;
  for (const double speed : {0., 4e-4, 0.02, 0.7}) {
    const auto problem = block(speed);
    const double expected = (speed + h * g * cosine * tangent) / (1 + h * secant(speed));
    for (const std::string method : {"a_1", "a_search"})
      CHECK(after_one(method, *problem, h).v[0] == Approx(expected).epsilon(1e-9));
    const Settings energy = {{"line_search", std::string("energy")}};
    CHECK(after_one("implicit_euler", *problem, h, energy).v[0] == Approx(expected).epsilon(1e-9));
  }
}

TEST_CASE("implicit Euler does not lag friction by default") {
  const double h = 1e-3, speed = 0.02;
  const auto problem = block(speed);
  CHECK(after_one("implicit_euler", *problem, h).v[0] ==
        Approx(speed + h * g * cosine * (tangent - mu)).epsilon(1e-9));
}

TEST_CASE("the matrix of friction is that of its force, and not that of its derivative") {
  const auto problem = block(0.3);
  const CountedProblem counted(*problem);
  const State u = problem->start();
  Mat C, D;
  counted.secant_damping(u, C);
  counted.damping(u, D);
  CHECK(C.coeff(0, 0) == Approx(secant(0.3)).epsilon(1e-9));
  CHECK(std::abs(D.coeff(0, 0)) < 1e-9 * C.coeff(0, 0));
  CHECK(C.coeff(1, 1) == 0);
  CHECK(counted.work().damping == 2);
}

TEST_CASE("the secant matrix of linear damping is D") {
  const auto problem = ProblemRegistry::instance().make("damped_oscillator");
  const CountedProblem counted(*problem);
  Mat C, D;
  counted.secant_damping(problem->start(), C);
  counted.damping(problem->start(), D);
  REQUIRE(D.nonZeros() > 0);
  CHECK(Mat(C - D).norm() == 0);
}

}  // namespace secant_damping_tests
