#include "integrators/contract/registry.hpp"
#include "integrators/contract/step_driver.hpp"
#include "problems/contract/registry.hpp"
#include "tests/base/thread_guard.hpp"

namespace runge_kutta_tests {

using namespace stiffbench;

TEST_CASE("steps of Runge-Kutta methods have the same digits with any number of threads",
          "[brush]") {
  // Enough bristles that sums of vectors and contacts are on three threads.
  const auto brush = ProblemRegistry::instance().make("brush", {{"nx", 30L}, {"ny", 20L}});
  REQUIRE(brush->dof() > 6 * 4096);
  const CountedProblem counted(*brush);
  State start = brush->start();
  start.t = 8;  // the sphere is amid the bristles
  start.x = 0.2 * Vec::LinSpaced(brush->dof(), 0, 900).array().sin().matrix();
  start.v = Vec::LinSpaced(brush->dof(), 1, 300).array().sin().matrix();
  AnyIntegrator method = IntegratorRegistry::instance().make("rk4", {});
  method->init(counted, 1e-4);
  test::with_any_threads([&] {
    State u = start;
    for (int i = 0; i < 3; ++i) REQUIRE(method->step(u).ok());
    return (Vec(2 * u.x.size()) << u.x, u.v).finished();
  });
}

TEST_CASE("a last stage that is the result is the first one of the next step, unless forces lag") {
  const auto check = [](const char* problem, const Settings& settings, long forces_per_step) {
    const auto made = ProblemRegistry::instance().make(problem, settings);
    const auto method = [] { return IntegratorRegistry::instance().make("bogacki_shampine"); };
    constexpr double h = 1e-3;
    StepDriver whole(*made, method());
    whole.init(made->start(), h);
    State u = made->start(), v = u;
    for (int i = 0; i < 5; ++i) {
      StepDriver once(*made, method());
      once.init(v, h);
      REQUIRE(whole.step(u).ok());
      REQUIRE(once.step(v).ok());
      CHECK(u.x == v.x);
      CHECK(u.v == v.v);
    }
    CHECK(whole.counted().work().force == 5 * forces_per_step + (forces_per_step == 3 ? 1 : 0));
  };
  check("spring_pendulum", {}, 3);
  // Four stages, and the force of which the lagged one is made.
  check("jello", {{"aspect", 1L}, {"cells", 1L}, {"nudge", 5.0}, {"material", "lagged_corotated"}},
        5);
}

TEST_CASE("implicit methods keep a force that they know from the step before, unless forces lag") {
  constexpr long steps = 5;
  const auto spared = [](const std::string& name, const char* problem, const Settings& settings) {
    INFO(name);
    const auto made = ProblemRegistry::instance().make(problem, settings);
    const auto method = [&] {
      return IntegratorRegistry::instance().make(name, {{"tolerance", 1e-13}});
    };
    constexpr double h = 1e-3;
    StepDriver whole(*made, method());
    whole.init(made->start(), h);
    State u = made->start(), v = u;
    long apart = 0;
    for (long i = 0; i < steps; ++i) {
      StepDriver once(*made, method());
      once.init(v, h);
      REQUIRE(whole.step(u).ok());
      REQUIRE(once.step(v).ok());
      apart += once.counted().work().force;
    }
    CHECK((u.x - v.x).norm() < 1e-11 * v.x.norm());
    CHECK((u.v - v.v).norm() < 1e-11 * v.v.norm());
    return apart - whole.counted().work().force;
  };
  for (const char* name : {"trapezoidal", "tr_bdf2", "bathe", "kvaerno3", "a_1", "a_search"})
    CHECK(spared(name, "oscillator", {}) == steps - 1);
  for (const char* name : {"sdirk2", "implicit_midpoint"})
    CHECK(spared(name, "oscillator", {}) == 0);
  const Settings lagged{
      {"aspect", 1L}, {"cells", 1L}, {"nudge", 5.0}, {"material", "lagged_corotated"}};
  for (const char* name : {"trapezoidal", "a_1"}) spared(name, "jello", lagged);  // equal states
}

}  // namespace runge_kutta_tests
