#include "integrators/contract/registry.hpp"
#include "integrators/contract/step_driver.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace step_driver_tests {

using namespace stiffbench;
using namespace std::string_literals;

namespace {

/// Makes a method. At the steps here, round-off allows back ends of phi a tolerance of 1e-6.
AnyIntegrator make(const std::string& name) {
  const AnyIntegrator usual = IntegratorRegistry::instance().make(name);
  const auto parameters = usual->parameters();
  const auto has = [&](const char* own) {
    return std::ranges::any_of(parameters, [&](const auto& one) { return one.name == own; });
  };
  return IntegratorRegistry::instance().make(
      name, has("phi") && has("tolerance") ? Settings{{"phi", "dense"s}, {"tolerance", 1e-6}}
                                           : Settings{});
}

/// The small car, with a state at a tick whose springs have flowed.
struct Flowed {
  std::unique_ptr<Problem> problem = ProblemRegistry::instance().make("crash");
  double h = clock_period(*problem) / 4;

  /// Takes two steps and replaces the internal variables.
  State advance(StepDriver& driver) const {
    State u = problem->start();
    driver.init(u, h);
    for (int i = 0; i < 2; ++i) REQUIRE(driver.step(u).ok());
    u.z = Vec::LinSpaced(1 + 762, 0, 0.01);
    return u;
  }
};

}  // namespace

TEST_CASE("where the force lags, each step has the force of its start") {
  const auto problem = ProblemRegistry::instance().make(
      "jello", {{"aspect", 1L}, {"cells", 1L}, {"material", "lagged_corotated"}});
  for (const auto force : {StepDriver::Force::of_steps, StepDriver::Force::of_limit}) {
    StepDriver driver(*problem, make("rk4"), force);
    State u = problem->start();
    driver.init(u, 1e-4);
    u.x.setConstant(0.01);  // the problem starts elsewhere
    const State start = u;
    REQUIRE(driver.step(u).ok());
    Vec seen, expected;
    driver.counted().force(start, seen);
    problem->force(start, expected);
    CHECK((seen - expected).norm() < 1e-10 * expected.norm());
    CHECK(driver.counted().work().force == (force == StepDriver::Force::of_steps ? 6 : 5));
    CHECK(driver.counted().work().stiffness == (force == StepDriver::Force::of_steps ? 1 : 0));
  }
}

TEST_CASE("where internal variables change, methods begin anew and leave them alone") {
  const Flowed flowed;
  int count = 0;
  for (const AnyIntegrator& one : IntegratorRegistry::instance().all()) {
    const std::string name = one->facts().name;
    if (!one->why_not_applicable(*flowed.problem).empty()) continue;
    ++count;
    INFO(name);
    StepDriver driver(*flowed.problem, make(name)), fresh(*flowed.problem, make(name));
    State u = flowed.advance(driver), other = u;
    const Vec z = u.z;
    fresh.init(u, flowed.h);
    REQUIRE(driver.step(u).ok());
    REQUIRE(fresh.step(other).ok());
    CHECK(u.z == z);
    CHECK(u.x == other.x);
    CHECK(u.v == other.v);
  }
  CHECK(count > 50);
}

TEST_CASE("internal variables change after the step that ends at a tick") {
  const auto problem = ProblemRegistry::instance().make("crash", {{"gap", 0.0}, {"yield", 1e-4}});
  StepDriver driver(*problem, make("velocity_verlet"));
  State u = problem->start();
  driver.init(u, clock_period(*problem) / 2);
  REQUIRE(driver.step(u).ok());
  CHECK(u.z.size() == 0);
  REQUIRE(driver.step(u).ok());
  CHECK(u.z.size() == 1 + 762);
  CHECK(u.z.norm() > 0);
}

TEST_CASE("steps before a restart are counted") {
  const Flowed flowed;
  StepDriver driver(*flowed.problem, make("cvode_adams")),
      fresh(*flowed.problem, make("cvode_adams"));
  State u = flowed.advance(driver), other = u;
  const long before = driver.steps_taken();
  fresh.init(u, flowed.h);
  REQUIRE(driver.step(u).ok());
  REQUIRE(fresh.step(other).ok());
  CHECK(before > 0);
  CHECK(driver.steps_taken() == before + fresh.steps_taken());
}

}  // namespace step_driver_tests
