// Methods with a mean force over the step: their energy, their Newton iteration, and the methods
// that they are on simple problems.

#include "integrators/kernels/newton/mean_force.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace mean_force_tests {

using namespace stiffbench;
using test::make;
using test::run;

namespace {

/// The largest change of energy in a run, relative to the energy.
double drift(AnyIntegrator method, const Problem& problem, double h, int steps) {
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  const double start = problem.energy(u);
  double most = 0;
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method->step(u);
    INFO("step " << i << ": " << outcome.reason);
    REQUIRE(outcome.ok());
    most = std::max(most, std::abs(problem.energy(u) - start));
  }
  return most / std::abs(start);
}

}  // namespace

TEST_CASE("the discrete gradient conserves energy at any step, avf where forces are polynomials") {
  const auto chain = ProblemRegistry::instance().make("duffing_chain", {{"cubic", 50.0}});
  const auto fput = ProblemRegistry::instance().make("fput");
  const Settings tight{{"tolerance", 1e-14}};
  for (double h : {0.02, 0.3}) {
    CHECK(drift(make("discrete_gradient", tight), *chain, h, 500) < 1e-11);
    CHECK(drift(make("avf", {{"points", 2L}, {"tolerance", 1e-14}}), *chain, h, 500) < 1e-11);
    CHECK(drift(make("implicit_midpoint", tight), *chain, h, 500) > 1e-4);
  }
  CHECK(drift(make("discrete_gradient", tight), *fput, 0.05, 1000) < 1e-11);
  CHECK(drift(make("avf", {{"points", 2L}, {"tolerance", 1e-14}}), *fput, 0.05, 1000) < 1e-11);
  // One point is the implicit midpoint rule.
  CHECK(drift(make("avf", {{"points", 1L}, {"tolerance", 1e-14}}), *fput, 0.05, 1000) > 1e-6);
}

TEST_CASE("where forces are no polynomials the energy error of avf falls with h and the points") {
  const auto pendulum = ProblemRegistry::instance().make("spring_pendulum");
  const auto error = [&](long points, double h) {
    return drift(make("avf", {{"points", points}, {"tolerance", 1e-15}}), *pendulum, h,
                 static_cast<int>(std::lround(0.4 / h)));
  };
  for (long points : {1, 2}) {
    const double coarse = error(points, 0.01), rate = std::log2(coarse / error(points, 0.005));
    INFO(points << " points, error " << coarse);
    // On a single spring the leading term, of order 2 points, vanishes.
    CHECK(rate == Approx(2 * points + 2).margin(0.3));
  }
  CHECK(drift(make("discrete_gradient", {{"tolerance", 1e-15}}), *pendulum, 0.01, 40) < 1e-13);
}

TEST_CASE("damping and loads do the works of the middle of the step") {
  const TinyProblem problem({.cubic = 1, .damping = 0.4});
  const double h = 0.3;
  for (const char* name : {"discrete_gradient", "avf"}) {
    AnyIntegrator method = make(name, {{"tolerance", 1e-15}});
    const CountedProblem counted(problem);
    method->init(counted, h);
    State u = problem.start();
    Mat D;
    problem.damping(u, D);
    for (int i = 0; i < 50; ++i) {
      const State before = u;
      REQUIRE(method->step(u).ok());
      const Vec v = 0.5 * (before.v + u.v);
      const double lost = problem.energy(before) - problem.energy(u);
      CHECK(lost == Approx(h * v.dot(D * v)).margin(1e-13 * problem.energy(before)));
    }
  }
}

TEST_CASE("on linear problems both are the implicit midpoint rule") {
  const TinyProblem problem({.damping = 0.4});
  const State midpoint = run(make("implicit_midpoint"), problem, 0.5, 20);
  for (const char* name : {"discrete_gradient", "avf"}) {
    const State u = run(make(name), problem, 0.5, 20);
    CHECK((u.x - midpoint.x).norm() + (u.v - midpoint.v).norm() < 1e-11);
  }
}

TEST_CASE("the matrix of a mean force is the derivative of its residual") {
  const auto pendulum = ProblemRegistry::instance().make("spring_pendulum");
  const TinyProblem tiny({.cubic = 1, .damping = 0.4, .cubic_damping = 0.3, .load = 1});
  const auto check = [](const Problem& problem, double h, bool discrete_gradient) {
    const CountedProblem counted(problem);
    MeanForceSystem system;
    system.init(counted, h, {{0.5, 1}}, discrete_gradient);
    const State u = problem.start();
    Vec a, residual, moved, da;
    system.begin(u, a);
    a.array() += 0.3;
    system.set_point(a);
    REQUIRE(system.evaluate(a, residual));
    REQUIRE(system.factorize(HessianCorrection::none).ok());
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const Vec step = 1e-4 * std::max(1., a.norm()) * Vec::Unit(a.size(), i);
      Vec back;
      system.set_point(a + step);
      REQUIRE(system.evaluate(a + step, moved));
      system.set_point(a - step);
      REQUIRE(system.evaluate(a - step, back));
      REQUIRE(system.solve(0.5 * (back - moved), {}, da).ok());
      CHECK((da - step).norm() <= 1e-5 * step.norm());
    }
  };
  for (bool discrete_gradient : {false, true}) {
    check(*pendulum, 0.05, discrete_gradient);
    check(tiny, 0.5, discrete_gradient);
  }
}

TEST_CASE("a step that fails leaves the state, and says where") {
  const TinyProblem problem({.cubic = 1e308});
  AnyIntegrator method = make("discrete_gradient");
  const CountedProblem counted(problem);
  method->init(counted, 1);
  State u = problem.start();
  const Outcome outcome = method->step(u);
  CHECK_FALSE(outcome.ok());
  CHECK_THAT(outcome.reason, Catch::Matchers::Contains("at t = 0.25"));
  CHECK((u.x == problem.start().x && u.v == problem.start().v && u.t == problem.start().t));
}

}  // namespace mean_force_tests
