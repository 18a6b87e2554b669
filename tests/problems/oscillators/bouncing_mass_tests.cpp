#include "problems/contract/optional/secant_damping.hpp"
#include "problems/contract/registry.hpp"
#include "reference/families.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace bouncing_mass_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> mass(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("bouncing_mass", settings);
}

/// The share of the speed that a contact without gravity returns, from the head of the problem.
double restitution(double zeta) {
  const double w = std::sqrt(1 - zeta * zeta);
  return std::exp(-zeta / w * (std::numbers::pi - std::atan2(2 * zeta * w, 1 - 2 * zeta * zeta)));
}

}  // namespace

TEST_CASE("without gravity a mass leaves the ground with a share of its speed") {
  for (const double zeta : {0., 0.1, 0.5, 0.7, 0.72, 0.95}) {
    const auto problem =
        mass({{"gravity", 0.0}, {"zeta", zeta}, {"x0", 0.02}, {"v0", -2.0}, {"end_time", 1.0}});
    INFO("zeta = " << zeta);
    CHECK(problem->exact(1)->v[0] / 2 == Approx(restitution(zeta)).epsilon(1e-13));
  }
}

TEST_CASE("with gravity a contact returns less, and less of a lower speed") {
  const auto share = [](double speed) {
    const double fall = speed * speed / (2 * 9.81);
    const auto problem = mass({{"x0", fall}, {"zeta", 0.3}});
    const double after = speed / 9.81 + 0.04;
    const State u = *problem->exact(after);  // in flight: its height at the top, from the energy
    return std::sqrt(2 * problem->energy(u)) / speed;
  };
  CHECK(share(30) < restitution(0.3));
  CHECK(share(3) < share(30));
  CHECK(share(0.5) < share(3));
  CHECK(share(30) > 0.99 * restitution(0.3));
}

TEST_CASE("a mass that hardly rises comes to rest on its spring") {
  const auto problem = mass({{"x0", 1e-5}, {"zeta", 0.3}, {"end_time", 1.0}});
  const State end = *problem->exact(1);
  CHECK(end.x[0] == Approx(-9.81 / 1e4).epsilon(1e-10));
  CHECK(std::abs(end.v[0]) < 1e-12);
}

TEST_CASE("both methods of references meet the closed form over five bounces") {
  using references::Trajectory;
  for (const double zeta : {0., 0.1}) {
    const auto problem = mass({{"zeta", zeta}});
    const State exact = *problem->exact(2);
    for (const auto& family : {references::collocation(), references::extrapolation()}) {
      const Trajectory all = family.run(*problem, {.steps = 512, .extended = true}, {});
      INFO(family.name << ", zeta = " << zeta);
      CHECK(std::abs(all.states[0].x[0] - exact.x[0]) < 1e-13);
      CHECK(std::abs(all.states[0].v[0] - exact.v[0]) < 2e-12);
    }
  }
}

TEST_CASE("a mass may leave the spring and return to it below the height of the relaxed spring") {
  for (const double x0 : {0.01, 0.015, 0.02, 0.03}) {
    const auto problem = mass({{"zeta", 0.5}, {"x0", x0}, {"end_time", 0.25}});
    const State exact = *problem->exact(0.25);
    const auto all = references::collocation().run(*problem, {.steps = 256, .extended = true}, {});
    INFO("x0 = " << x0);
    CHECK(std::abs(all.states[0].x[0] - exact.x[0]) < 1e-14);
    CHECK(std::abs(all.states[0].v[0] - exact.v[0]) < 1e-13);
  }
}

TEST_CASE("the jump of the damper's force leaves a method order one, the spring alone order two") {
  const auto error = [](double zeta, int steps) {
    double sum = 0;  // over starts whose impacts lie differently within a step
    for (int i = 0; i < 8; ++i) {
      const auto moved = mass({{"zeta", zeta}, {"x0", 0.05 + 1e-5 * i}, {"end_time", 0.3}});
      const State end = test::run(test::make("gauss6"), *moved, 0.3 / steps, steps);
      sum += std::abs(end.x[0] - moved->exact(0.3)->x[0]);
    }
    return sum;
  };
  const auto order = [&](double zeta) {
    return std::log2(error(zeta, 2000) / error(zeta, 16000)) / 3;
  };
  CHECK(order(0.1) == Approx(1).margin(0.25));
  CHECK(order(0) == Approx(2).margin(0.3));
}

TEST_CASE("the secant of the damper's force is the force, on both sides of its end") {
  const auto problem = mass();
  const auto* secant = dynamic_cast<const SecantDamping*>(problem.get());
  REQUIRE(secant);
  const auto force = [&](double v) {
    Vec f;
    problem->force({0, Vec::Constant(1, -0.01), Vec::Constant(1, v)}, f);
    return f[0];
  };
  for (const double v : {-3., 0.4, 4.9, 5.1, 9.}) {  // it ends at 5 m/s
    Mat C;
    secant->secant_damping({0, Vec::Constant(1, -0.01), Vec::Constant(1, v)}, C);
    INFO("v = " << v);
    CHECK(C.coeff(0, 0) * v == Approx(force(0) - force(v)));
    CHECK(C.coeff(0, 0) >= 0);
  }
}

TEST_CASE("A-search, which follows the energy, converges on a mass on a damper") {
  const auto problem = mass({{"end_time", 0.6}});
  const State exact = *problem->exact(0.6);
  const State end = test::run(test::make("a_search"), *problem, 0.6 / 30'000, 30'000);
  CHECK(std::abs(end.v[0] - exact.v[0]) < 1e-3);
}

TEST_CASE("a mass that creeps back in contact is refused") {
  CHECK_THROWS_WITH(mass({{"zeta", 1.0}}), Catch::Contains("choose zeta below 1"));
}

}  // namespace bouncing_mass_tests
