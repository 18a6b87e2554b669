#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace registry_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

/// A method with a parameter of its own, for the registry's sake.
struct Still {
  double factor = 1;
  static void parameters(auto& self, auto&& parameter) {
    parameter("factor", self.factor, positive(), "a number");
  }
  Facts facts() const {
    return {.name = "still", .title = "does not move", .doi = "", .family = Family::other};
  }
  int order(const Problem&) const { return 0; }
  void init(const CountedProblem&, double) {}
  Outcome step(State&) { return {Status::singular, "factor " + std::to_string(factor)}; }
};

}  // namespace

TEST_CASE("a registry hands out copies, and leaves out a second method of one name") {
  IntegratorRegistry registry;
  registry.add(AnyIntegrator(Still{}), {});
  State u;
  CHECK(registry.make("still", {{"factor", 2.0}}).step(u).reason == "factor 2.000000");
  CHECK(registry.make("still").step(u).reason == "factor 1.000000");
  CHECK_FALSE(registry.add(AnyIntegrator(Still{.factor = 3}), {}));
  CHECK(registry.make("still").step(u).reason == "factor 1.000000");
  CHECK_THROWS_WITH(check_enrolments(), Contains("'still' twice"));
}

TEST_CASE("what a method leaves out has a meaning") {
  const auto problem = ProblemRegistry::instance().make("fput");
  const AnyIntegrator still((Still()));
  CHECK(still.unfit(*problem).empty());
  CHECK_FALSE(still.adaptive());
  CHECK_FALSE(still.stability());
  CHECK((still.resolved().empty() && still.reported().empty() && still.order_settings().empty()));
}

TEST_CASE("where the force is made anew in each step, methods are told of steps and of order 1") {
  const auto problem = ProblemRegistry::instance().make(
      "jello", {{"aspect", 1L}, {"cells", 1L}, {"material", "frozen_corotated"}});
  AnyIntegrator rk4 = IntegratorRegistry::instance().make("rk4");
  CHECK(rk4.order(*problem) == 1);
  CHECK(rk4.unfit(*problem).empty());
  CHECK_THAT(IntegratorRegistry::instance().make("cvode_bdf").unfit(*problem),
             Contains("steps are its own"));
  const CountedProblem counted(*problem);
  rk4.init(counted, 1e-4);
  State u = problem->start();
  u.x.setConstant(0.01);  // not where the problem starts
  const State start = u;
  REQUIRE(rk4.step(u).ok());
  Vec seen, expected;
  counted.force(start, seen);
  problem->force(start, expected);
  CHECK((seen - expected).norm() < 1e-10 * expected.norm());
}

TEST_CASE("where internal variables change, methods begin anew and leave them alone") {
  const auto problem = ProblemRegistry::instance().make("crash");
  const CountedProblem counted(*problem);
  const double h = problem->clock() / 2;
  for (const char* name : {"bdf2", "rk4", "exprb42", "velocity_verlet"}) {
    INFO(name);
    const Settings settings =
        name == "exprb42"s ? Settings{{"phi", "dense"}, {"tolerance", 1e-6}} : Settings{};
    AnyIntegrator going_on = IntegratorRegistry::instance().make(name, settings), fresh = going_on;
    going_on.init(counted, h);
    State u = problem->start();
    for (int i = 0; i < 2; ++i) REQUIRE(going_on.step(u).ok());
    u.z = Vec::LinSpaced(1 + 762, 0, 0.01);
    const State tick = u;
    REQUIRE(going_on.step(u).ok());
    CHECK(u.z == tick.z);
    State other = tick;
    counted.begin_step(tick);
    fresh.init(counted, h);
    REQUIRE(fresh.step(other).ok());
    CHECK(u.x == other.x);
    CHECK(u.v == other.v);
    counted.begin_step(problem->start());
  }
  AnyIntegrator adaptive = IntegratorRegistry::instance().make("cvode_adams");
  adaptive.init(counted, h);
  State u = problem->start();
  REQUIRE(adaptive.step(u).ok());
  const long first = adaptive.steps_taken();
  u.z = Vec::LinSpaced(1 + 762, 0, 0.01);
  REQUIRE(adaptive.step(u).ok());
  CHECK(first > 0);
  CHECK(adaptive.steps_taken() > first);
}

TEST_CASE("orders are measured with fixed steps, and with errors of solvers that do not add up") {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method.facts().name;
    INFO(name);
    const Settings settings = method.order_settings();
    const AnyIntegrator measured = IntegratorRegistry::instance().make(name, settings);
    for (const auto& parameter : method.parameters()) {
      if (parameter.name == "refactorize") CHECK(settings.at("refactorize") == Value("always"s));
      if (parameter.name == "adaptive") CHECK_FALSE(measured.adaptive());
    }
  }
}

TEST_CASE("a method that chooses its steps has the parameter that tolerances are given to") {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    INFO(method.facts().name);
    const auto parameters = method.parameters();
    if (method.adaptive())
      CHECK(std::any_of(parameters.begin(), parameters.end(), [](const auto& parameter) {
        return parameter.name == tolerance_parameter;
      }));
  }
}

TEST_CASE("unknown names and refused parameters name the remedy") {
  auto& integrators = IntegratorRegistry::instance();
  CHECK_THROWS_WITH(integrators.make("velocity_verlt"), Contains("did you mean velocity_verlet"));
  CHECK_THROWS_WITH(integrators.make("velocity_verlet", {{"theta", 1.0}}), Contains("'theta'"));
  auto& problems = ProblemRegistry::instance();
  CHECK_THROWS_WITH(problems.make("fputt"), Contains("did you mean fput"));
  CHECK_THROWS_WITH(problems.make("fput", {{"omega", -1.0}}), Contains("must be positive"));
}

}  // namespace registry_tests
