#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// A method with a parameter of its own, for the registry's sake.
struct Still {
  double factor = 1;
  static void parameters(auto& self, auto&& parameter) {
    parameter("factor", self.factor, positive(), "a number");
  }
  Facts facts() const { return {.name = "still", .title = "does not move", .doi = ""}; }
  int order(const Problem&) const { return 0; }
  std::string unfit(const Problem&) const { return ""; }
  void init(const CountedProblem&, double) {}
  Outcome step(State&) { return {Status::singular, "factor " + std::to_string(factor)}; }
};

}  // namespace

TEST_CASE("a registry hands out copies, and refuses a second method of one name") {
  IntegratorRegistry registry;
  registry.add(AnyIntegrator(Still{}));
  State u;
  CHECK(registry.make("still", {{"factor", 2.0}}).step(u).reason == "factor 2.000000");
  CHECK(registry.make("still").step(u).reason == "factor 1.000000");
  CHECK_THROWS_WITH(registry.add(AnyIntegrator(Still{})), Contains("'still' twice"));
}

TEST_CASE("unknown names and refused parameters name the remedy") {
  auto& integrators = IntegratorRegistry::instance();
  CHECK_THROWS_WITH(integrators.make("velocity_verlt"), Contains("did you mean velocity_verlet"));
  CHECK_THROWS_WITH(integrators.make("velocity_verlet", {{"theta", 1.0}}), Contains("'theta'"));
  auto& problems = ProblemRegistry::instance();
  CHECK_THROWS_WITH(problems.make("fputt"), Contains("did you mean fput"));
  CHECK_THROWS_WITH(problems.make("fput", {{"omega", -1.0}}), Contains("must be positive"));
}
