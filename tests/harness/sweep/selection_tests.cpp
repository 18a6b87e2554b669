#include "harness/sweep/selection.hpp"

#include <catch2/catch.hpp>

namespace selection_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

long count_runs(const Selection& selection) {
  Experiment demo = load_experiment("demo");
  select(demo, selection);
  long sum = 0;
  for (const Block& block : demo.blocks) sum += static_cast<long>(block.plans.size());
  return sum;
}

}  // namespace

TEST_CASE("a selection chooses integrators, problems and steps by name, label and value") {
  CHECK(count_runs({}) == 54);
  CHECK(count_runs({.only = {"exprb*"}}) == 20);
  CHECK(count_runs({.only = {"exprb2", "rk4"}}) == 19);
  CHECK(count_runs({.only = {"exprb*"}, .except = {"exprb42"}}) == 10);
  CHECK(count_runs({.problems = {"bunny"}}) == 26);
  CHECK(count_runs({.problems = {"Bunny 1k*"}}) == 26);
  CHECK(count_runs({.steps = {0.02, 0.005}}) == 6);
  CHECK(count_runs({.only = {"rk4"}, .problems = {"fput"}, .steps = {0.0005}}) == 1);
}

TEST_CASE("a selection that fits nothing is refused with what there is") {
  CHECK_THROWS_WITH(count_runs({.only = {"exprb43"}}),
                    Contains("did you mean") && Contains("pexprb43"));
  CHECK_THROWS_WITH(count_runs({.except = {"zzzzzzzz"}}),
                    Contains("there are: ") && Contains("velocity_verlet"));
  CHECK_THROWS_WITH(count_runs({.problems = {"bunni"}}), Contains("did you mean bunny"));
  CHECK_THROWS_WITH(count_runs({.steps = {0.021}}), Contains("the nearest are 0.02, 0.01"));
  CHECK_THROWS_WITH(count_runs({.tolerances = {1e-3}}), Contains("no run has one"));
  CHECK_THROWS_WITH(count_runs({.only = {"rk4"}, .except = {"rk*"}}), Contains("at least one run"));
}

}  // namespace selection_tests
