// Whole steps have the same digits with any number of threads: force, K, its spectrum, recurrence
// and remainders, on bodies that are large enough for chunks on two threads.

#include "integrators/contract/registry.hpp"
#include "integrators/contract/step_driver.hpp"
#include "problems/contract/registry.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

namespace step_threads_tests {

using namespace stiffbench;

namespace {

/// Positions and velocities after two steps.
Vec after_steps(const Problem& problem, const std::string& name, const Settings& settings,
                double h) {
  StepDriver driver(problem, IntegratorRegistry::instance().make(name, settings));
  State u = problem.start();
  driver.init(u, h);
  for (int i = 0; i < 2; ++i) REQUIRE(driver.step(u).ok());
  Vec all(2 * problem.dof());
  all << u.x, u.v;
  return all;
}

}  // namespace

TEST_CASE("steps have the same digits with any number of threads") {
  struct Case {
    const char* problem;
    Settings settings;
    double h, h_of_rk4;
  };
  for (const auto& [name, settings, h, h_of_rk4] :
       {Case{"crash", {{"size", 20000L}, {"gap", 0.05}, {"yield", 1e-4}}, 0.005, 2.5e-4},
        Case{"tower", {}, 0.01, 5e-5}, Case{"hair", {{"fibres", 600L}}, 0.02, 0.005}}) {
    const auto problem = ProblemRegistry::instance().make(name, settings);
    CAPTURE(name);
    for (const char* method : {"exprb2", "exprb42"}) {
      CAPTURE(method);
      test::with_any_threads([&, h = h] {
        return after_steps(*problem, method, {{"phi", "chebyshev"}, {"tolerance", 1e-6}}, h);
      });
    }
    test::with_any_threads([&, h = h_of_rk4] { return after_steps(*problem, "rk4", {}, h); });
  }
}

}  // namespace step_threads_tests
