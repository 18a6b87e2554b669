// What EnergyStep counts as given from outside, against the energy of an accurate motion.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/energy_step.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace energy_balance_tests {

using namespace stiffbench;

namespace {

/// Of the energy of RK4's motion: what is not explained, over what it gained.
double unexplained(const std::string& name, const Settings& settings) {
  const auto problem = ProblemRegistry::instance().make(name, settings);
  const CountedProblem counted(*problem);
  const long steps = 2000;
  const double h = problem->end_time() / steps;
  AnyIntegrator rk4 = IntegratorRegistry::instance().make("rk4");
  rk4->init(counted, h);
  EnergyStep step;
  step.init(counted, h);
  State u = problem->start();
  double gained = 0;
  for (long i = 0; i < steps; ++i) {
    State next = u;
    REQUIRE(rk4->step(next).ok());
    gained += step.gain(u, next, u.t + h / 2) - step.loss(u, 0.5 * (u.v + next.v));
    u = next;
  }
  const double moved = problem->energy(u) - problem->energy(problem->start());
  REQUIRE(moved != 0);
  return std::abs(gained - moved) / std::abs(moved);
}

}  // namespace

TEST_CASE("loads, moving potentials and damping explain the energy of an accurate motion") {
  const Settings bristles{{"nx", 2L},         {"ny", 1L},         {"segments", 1L},
                          {"length", 2.5},    {"pitch", 0.7},     {"approach", -0.6},
                          {"contact", 500.0}, {"end_time", 0.007}};
  Settings damped = bristles;
  damped["case"] = std::string("damped");
  const Settings flag{{"rows", 3L}, {"columns", 4L}, {"tau", 1e-3}, {"end_time", 5e-3}};
  CHECK(unexplained("brush", bristles) < 1e-4);
  CHECK(unexplained("brush", damped) < 1e-4);
  CHECK(unexplained("flag", flag) < 1e-4);
}

}  // namespace energy_balance_tests
