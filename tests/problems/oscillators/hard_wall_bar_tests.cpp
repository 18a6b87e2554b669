#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace hard_wall_bar_tests {

using namespace stiffbench;

namespace {

/// The numbers of the outputs after the whole span, with this many steps of Stoermer and Verlet.
std::map<std::string, double> bounce(long nodes, double wall, int steps) {
  const auto problem = ProblemRegistry::instance().make(
      "hard_wall_bar", {{"nodes", nodes}, {"wall", wall}, {"gap", 1e-4}});
  const auto outputs = problem->outputs(0);
  outputs->see(problem->start());
  auto method = test::make("velocity_verlet");
  const CountedProblem counted(*problem);
  method->init(counted, problem->end_time() / steps);
  State u = problem->start();
  for (int i = 0; i < steps; ++i) {
    REQUIRE(method->step(u).ok());
    outputs->see(u);
  }
  return numbers_of(outputs->result());
}

}  // namespace

TEST_CASE("a linear bar tends to d'Alembert's bar before a rigid wall") {
  // With held sides: c = 5801.194 m/s, so that contact lasts 6.895133e-5 s with 1.856382e6 N.
  for (const auto& [nodes, bound] : {std::pair{26L, 0.02}, {401L, 0.005}}) {
    const auto end = bounce(nodes, 1000, static_cast<int>(300 * nodes));
    INFO(nodes << " nodes");
    CHECK(end.at("contact_duration") == Approx(6.895133e-5).epsilon(bound));
    CHECK(end.at("duration_ratio") == Approx(end.at("contact_duration") / 6.895133e-5));
    CHECK(end.at("force_ratio") == Approx(1).margin(bound));
  }
}

TEST_CASE("the leading node of a bar before a stiff wall leaves it many times in one impact") {
  CHECK(bounce(101, 1, 30'000).at("contacts") == 1);
  CHECK(bounce(101, 1000, 30'000).at("contacts") > 20);
}

TEST_CASE("a rigid wall has no stiffness, and no bar in it") {
  const auto make = [](const Settings& settings) {
    return ProblemRegistry::instance().make("hard_wall_bar", settings);
  };
  CHECK_THROWS_WITH(make({{"rigid", true}, {"wall", 10.0}}), Catch::Contains("wall = 10"));
  CHECK_THROWS_WITH(make({{"rigid", true}, {"gap", -1e-3}}), Catch::Contains("gap = -0.001"));
  Vec f;
  State u = make({{"rigid", true}})->start();
  u.x.array() -= 0.1;
  make({{"rigid", true}})->force(u, f);
  CHECK(f.cwiseAbs().maxCoeff() < 1e-3);  // round-off of 1e10 N/m
}

}  // namespace hard_wall_bar_tests
