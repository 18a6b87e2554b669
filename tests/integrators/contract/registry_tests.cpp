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
  registry.add(any_integrator(Still{}), {});
  State u;
  CHECK(registry.make("still", {{"factor", 2.0}})->step(u).reason == "factor 2.000000");
  CHECK(registry.make("still")->step(u).reason == "factor 1.000000");
  CHECK_FALSE(registry.add(any_integrator(Still{.factor = 3}), {}));
  CHECK(registry.make("still")->step(u).reason == "factor 1.000000");
  CHECK_THROWS_WITH(check_enrolments(), Contains("'still' twice"));
}

TEST_CASE("what a method leaves out has a meaning") {
  const auto problem = ProblemRegistry::instance().make("fput");
  const AnyIntegrator still = any_integrator(Still());
  CHECK(still->why_not_applicable(*problem).empty());
  CHECK_FALSE(still->adaptive());
  CHECK_FALSE(still->stability());
  CHECK(
      (still->resolved().empty() && still->reported().empty() && still->order_settings().empty()));
}

TEST_CASE("where the force is made anew in each step, methods are told of steps and of order 1") {
  const auto problem = ProblemRegistry::instance().make(
      "jello", {{"aspect", 1L}, {"cells", 1L}, {"material", "lagged_corotated"}});
  const AnyIntegrator rk4 = IntegratorRegistry::instance().make("rk4");
  CHECK(rk4->order(*problem) == 1);
  // Forces at the start of a step do not lag.
  CHECK(IntegratorRegistry::instance().make("cnab")->order(*problem) == 2);
  CHECK(rk4->why_not_applicable(*problem).empty());
  CHECK_THAT(IntegratorRegistry::instance().make("cvode_bdf")->why_not_applicable(*problem),
             Contains("steps are its own"));
}

TEST_CASE("orders are measured with fixed steps, and with errors of solvers that do not add up") {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name;
    INFO(name);
    const Settings settings = method->order_settings();
    const AnyIntegrator measured = IntegratorRegistry::instance().make(name, settings);
    for (const auto& parameter : method->parameters()) {
      if (parameter.name == "refactorize" && settings.at("refactorize") != Value("always"s)) {
        CHECK(settings.at("refactorize") == Value("step"s));
        CHECK(settings.at("tolerance") == Value(1e-14));
      }
      if (parameter.name == "adaptive") CHECK_FALSE(measured->adaptive());
    }
  }
}

TEST_CASE("a method that chooses its steps has the parameter that tolerances are given to") {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    INFO(method->facts().name);
    const auto parameters = method->parameters();
    if (method->adaptive())
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
