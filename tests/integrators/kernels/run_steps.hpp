#pragma once

#include "integrators/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace stiffbench::test {

inline AnyIntegrator make(const std::string& name, const Settings& settings = {}) {
  return IntegratorRegistry::instance().make(name, settings);
}

/// Returns the state after this many steps of size h (s) from the problem's start; each must end
/// ok.
inline State run(AnyIntegrator method, const Problem& problem, double h, int steps) {
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method->step(u);
    INFO(method->facts().name << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

/// Returns a distance between two states, relative where they are large.
inline double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() / (1 + b.x.norm()) + (a.v - b.v).norm() / (1 + b.v.norm());
}

}  // namespace stiffbench::test
