#include "integrators/contract/registry.hpp"
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

}  // namespace runge_kutta_tests
