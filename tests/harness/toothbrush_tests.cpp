#include "harness/observe.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;

namespace {

std::shared_ptr<const Problem> brush(double end_time) {
  return ProblemRegistry::instance().make("toothbrush", {{"end_time", end_time}});
}

Observed brushed(const std::string& integrator, long count, double end_time) {
  RunRequest request{.integrator = integrator};
  request.count = count;
  return observe(make_plan(brush(end_time), request));
}

}  // namespace

// The springs' law keeps an unstable run finite: it ends in the energy of a chaos of fast modes.
TEST_CASE("RK4 brushes with steps of 4.5e-4 ms, and is unstable with 4.6e-4", "[toothbrush]") {
  const auto end_energy = [](double h) {
    const Observed seen = brushed("rk4", 1000, 1000 * h);
    REQUIRE(!seen.checkpoints.empty());
    return brush(1000 * h)->energy(seen.checkpoints.back());
  };
  CHECK(end_energy(4.5e-4) < 1);
  CHECK(end_energy(4.6e-4) > 1e5);
}

TEST_CASE("an implicit method follows contacts that come and go", "[toothbrush]") {
  const auto problem = brush(1);
  const Observed seen = brushed("implicit_midpoint", 400, 1), rk4 = brushed("rk4", 2500, 1);
  REQUIRE(seen.status == Status::ok);
  REQUIRE(rk4.status == Status::ok);
  const State &end = seen.checkpoints.back(), &truth = rk4.checkpoints.back();
  CHECK((end.x - truth.x).norm() < 0.05 * truth.x.norm());
  Mat at_start, at_end;
  problem->stiffness(problem->start(), at_start);
  problem->stiffness(end, at_end);
  CHECK(at_start.nonZeros() != at_end.nonZeros());  // matrices got new patterns on the way
}
