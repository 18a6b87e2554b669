#include "harness/run/observe.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace brush_tests {

using namespace stiffbench;

namespace {

std::shared_ptr<const Problem> brush(double end_time) {
  return ProblemRegistry::instance().make("brush", {{"end_time", end_time}});
}

Observation brush_run(const std::string& integrator, long count, double end_time) {
  RunRequest request{.integrator = integrator};
  request.count = count;
  return observe(make_plan(brush(end_time), request));
}

/// A run on 4 x 4 bristles, with the sphere among them from the start.
double measured_order(const std::string& integrator, long coarse, long fine) {
  const std::shared_ptr<const Problem> leaning = ProblemRegistry::instance().make(
      "brush", {{"end_time", 0.02}, {"approach", -0.6}, {"contact", 10.0}});
  const auto end = [&](const std::string& name, long count) {
    RunRequest request{.integrator = name};
    request.count = count;
    const Observation observation = observe(make_plan(leaning, request));
    REQUIRE(observation.status == Status::ok);
    return observation.checkpoints.back().x;
  };
  const Vec truth = end("rk4", 4800);
  return std::log((end(integrator, coarse) - truth).norm() /
                  (end(integrator, fine) - truth).norm()) /
         std::log(double(fine) / double(coarse));
}

}  // namespace

// The springs' law keeps an unstable run finite, so that only its energy shows the instability.
TEST_CASE("RK4 brushes with steps of 4.5e-4 ms, and diverges with 4.6e-4", "[brush]") {
  const Observation stable = brush_run("rk4", 1000, 0.45), unstable = brush_run("rk4", 1000, 0.46);
  REQUIRE(stable.status == Status::ok);
  CHECK(brush(0.45)->energy(stable.checkpoints.back()) == Approx(0.768).epsilon(0.05));
  CHECK(unstable.status == Status::diverged);
  CHECK_THAT(unstable.reason, Catch::Contains("the energy is"));
}

// Every stage is solved and is a minimum of its incremental potential. Only the energy shows that
// the run is wrong.
TEST_CASE("the implicit midpoint rule does not end well with a hundredfold energy", "[brush]") {
  const std::shared_ptr<const Problem> damped =
      ProblemRegistry::instance().make("brush", {{"case", std::string("damped")}});
  RunRequest request{.integrator = "implicit_midpoint",
                     .integrator_settings = {{"line_search", std::string("energy")},
                                             {"linear_solver", std::string("cholesky")}}};
  request.count = GENERATE(100, 400);
  const Observation observation = observe(make_plan(damped, request));
  INFO(*request.count << " steps");
  CHECK(observation.status == Status::diverged);
  CHECK_THAT(observation.reason, Catch::Contains("the energy has been"));
}

TEST_CASE("methods of orders 4 and 2 show them on the bristles", "[brush]") {
  CHECK(measured_order("rk4", 400, 800) == Approx(4).margin(0.2));
  CHECK(measured_order("velocity_verlet", 400, 800) == Approx(2).margin(0.1));
}

// The gap to the sphere is a difference of lengths of the size of its radius. It has fewer digits
// than these, and so has the energy of a first touch.
TEST_CASE("a search for lower energy is not stopped by the potential's round-off", "[brush]") {
  const auto [integrator, iterations] = GENERATE(
      table<const char*, double>({{"a_1", 34}, {"blending", 63}, {"decoupled_sdirk2", 87}}));
  const Observation observation = brush_run(integrator, 10, 0.05);
  REQUIRE(observation.status == Status::ok);
  CHECK(double(observation.work->newton_iterations) == Approx(iterations).epsilon(0.25));
}

TEST_CASE("an implicit method follows contacts that come and go", "[brush]") {
  const auto problem = brush(1);
  const Observation observation = brush_run("implicit_midpoint", 400, 1),
                    rk4 = brush_run("rk4", 2500, 1);
  REQUIRE(observation.status == Status::ok);
  REQUIRE(rk4.status == Status::ok);
  const State &end = observation.checkpoints.back(), &truth = rk4.checkpoints.back();
  CHECK((end.x - truth.x).norm() < 0.05 * truth.x.norm());
  Mat at_start, at_end;
  problem->stiffness(problem->start(), at_start);
  problem->stiffness(end, at_end);
  CHECK(at_start.nonZeros() != at_end.nonZeros());  // matrices got new patterns on the way
}

}  // namespace brush_tests
