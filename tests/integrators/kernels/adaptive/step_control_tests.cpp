// The step control with trial steps of known errors, sizes that fail, and spans of any length.

#include "base/parameters.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace step_control_tests {

using namespace stiffbench;

namespace {

constexpr double rtol = 1e-4;
constexpr int order = 3;

/// A step control on an oscillator whose motion has the size 1 in the energy norm; the error of a
/// trial is (size / unit)^order times the tolerance.
struct Controlled {
  explicit Controlled(bool keeps_size = false, double unit_of_error = 0.01) : unit(unit_of_error) {
    assign_settings("control", control, {{"adaptive", true}, {"rtol", rtol}});
    control.init(counted, order, keeps_size);
    u.x /= std::sqrt(2 * problem->energy(u));
    u.v /= std::sqrt(2 * problem->energy(u));
  }
  Outcome advance(double span) {
    return control.advance(u, span, [this](double size, State& next, State& error) -> Outcome {
      sizes.push_back(size);
      if (size > largest_that_works) return {Status::newton_not_converged, "too large"};
      next.t += size;
      if (sizes.size() == 1) {
        next.x *= first_overshoot;
        next.v *= first_overshoot;
      }
      error = next;
      const double local_unit = unit * (1 + ripple * std::sin(100 * next.t));
      error.x *= rtol * std::pow(size / local_unit, order);
      error.v *= rtol * std::pow(size / local_unit, order);
      if (size > largest_that_is_finite)
        (is_position_unbounded ? error.x : error.v)[0] = std::numeric_limits<double>::quiet_NaN();
      return {};
    });
  }
  long number(const char* name) const { return std::get<long>(control.reported().at(name)); }

  std::unique_ptr<Problem> problem = ProblemRegistry::instance().make("oscillator", {});
  CountedProblem counted{*problem};
  StepControl control;
  State u = problem->start();
  double unit, ripple = 0, largest_that_works = 1e9, largest_that_is_finite = 1e9;
  bool is_position_unbounded = false;  // or the velocity
  double first_overshoot = 1;          // factor of the state at the end of the first trial
  std::vector<double> sizes;
};

}  // namespace

TEST_CASE("chosen steps end every span exactly, and settle where the error is near the tolerance",
          "[adaptive]") {
  Controlled one;
  const double start = one.u.t;
  REQUIRE(one.advance(1).ok());
  CHECK(one.u.t == start + 1);
  const double settled = one.sizes[one.sizes.size() / 2];
  CHECK(settled > 0.85 * one.unit);
  CHECK(settled < one.unit);
  CHECK(one.control.steps_taken() ==
        static_cast<long>(one.sizes.size()) - one.number("rejected_steps"));
  REQUIRE(one.advance(1e-6).ok());  // a span shorter than a step
  CHECK(one.u.t == start + 1 + 1e-6);
  const std::size_t before = one.sizes.size();
  REQUIRE(one.advance(1).ok());
  CHECK(one.sizes[before] > 0.5 * settled);  // that span did not shorten the chosen size
}

TEST_CASE("a span ends with two equal steps rather than with a short one", "[adaptive]") {
  Controlled one;
  REQUIRE(one.advance(0.1031).ok());
  const std::size_t n = one.sizes.size();
  CHECK(one.sizes[n - 1] == Approx(one.sizes[n - 2]).epsilon(1e-9));
  CHECK(one.sizes[n - 1] > 0.4 * one.unit);
}

TEST_CASE("a first step that is given, and wrong by six decades, costs a few trials",
          "[adaptive]") {
  Controlled usual;
  REQUIRE(usual.advance(1).ok());
  CHECK(usual.counted.work().force == 2);
  for (const double off : {1e-6, 1e-3, 1., 1e3, 1e6}) {
    INFO("times the right size: " << off);
    Controlled one;
    assign_settings("control", one.control, {{"initial_step", off * one.unit}});
    REQUIRE(one.advance(1).ok());
    CHECK(one.counted.work().force == 0);
    CHECK(one.sizes.front() == std::min(1., off * one.unit));  // a span ends the first step, too
    CHECK(one.number("rejected_steps") <= 3);                  // a fifth each, from 100 times
    // A size that is far too small grows five times in each step, nine times from 1e-6.
    for (std::size_t i = 1; one.sizes[i] < 0.1 * one.unit; ++i)
      CHECK(one.sizes[i] == Approx(5 * one.sizes[i - 1]));
    CHECK(one.sizes.size() < usual.sizes.size() + 20);
    CHECK(one.sizes.size() + 10 > usual.sizes.size());
  }
}

TEST_CASE("failed and unbounded steps are repeated with a smaller size", "[adaptive]") {
  Controlled fails, velocity, position;
  fails.largest_that_works = 1e-3;
  velocity.largest_that_is_finite = position.largest_that_is_finite = 1e-3;
  position.is_position_unbounded = true;
  for (Controlled* one : {&fails, &velocity, &position}) {
    REQUIRE(one->advance(0.02).ok());
    CHECK(one->number("rejected_steps") > 0);
    CHECK(std::get<double>(one->control.reported().at("largest_step")) <= 1e-3);
  }
}

TEST_CASE("a rejected trial does not loosen the tolerance, however far it went", "[adaptive]") {
  Controlled usual, far;
  far.first_overshoot = 1e9;
  for (Controlled* one : {&usual, &far}) {
    assign_settings("control", one->control, {{"initial_step", 0.5}});
    REQUIRE(one->advance(1).ok());
    CHECK(one->number("rejected_steps") > 0);
  }
  CHECK(far.sizes == usual.sizes);
}

TEST_CASE("a step through a wall is rejected, however small its error", "[adaptive]") {
  const auto problem = ProblemRegistry::instance().make("particle_wall", {{"wall", "barrier"}});
  const CountedProblem counted(*problem);
  StepControl control;
  assign_settings("control", control, {{"adaptive", true}, {"rtol", rtol}});
  control.init(counted, order, false);
  // The trial ignores the wall: it moves the particle on at a constant speed, without an error.
  const auto advance = [&](State& u, double span) {
    return control.advance(u, span, [](double size, State& next, State& error) -> Outcome {
      next.t += size;
      next.x += size * next.v;
      error.x = error.v = Vec::Zero(next.x.size());
      return {};
    });
  };
  State u = problem->start();
  u.v[0] = -1;
  const double until_wall = u.x[0];
  REQUIRE(advance(u, 0.9 * until_wall).ok());
  CHECK(u.x[0] == Approx(0.1 * until_wall));
  const State before = u;
  const Outcome through = advance(u, until_wall);
  CHECK(through.status == Status::infeasible);
  CHECK(u.x == before.x);
  CHECK(std::get<long>(control.reported().at("rejected_steps")) > 0);
}

TEST_CASE("a step control gives up where no size is left, and moves nothing", "[adaptive]") {
  Controlled fails, bad;
  fails.largest_that_works = 0;
  bad.unit = 0;
  const State start = fails.u;
  const Outcome failure = fails.advance(1);
  CHECK(failure.status == Status::newton_not_converged);
  CHECK(failure.reason == "too large");
  CHECK(bad.advance(1).status == Status::diverged);
  CHECK(fails.u.t == start.t);
  CHECK(fails.u.x == start.x);
}

/// Returns true if a control ends a span from rest where the first step and later ones have these
/// errors at every size. The motion is always small beside them.
bool starts_from_rest(const Problem& problem, double atol, double first, double later = 0) {
  const CountedProblem counted(problem);
  StepControl control;
  assign_settings("control", control, {{"adaptive", true}, {"rtol", rtol}, {"atol", atol}});
  control.init(counted, order, false);
  State u = problem.start();
  u.x.setZero();
  u.v.setZero();
  const auto trial = [&](double size, State& next, State& error) -> Outcome {
    if (size > 0.4)
      return {Status::newton_not_converged, "too large"};  // so that more steps follow
    const Vec direction = Vec::Unit(next.x.size(), 0);
    error.x.setZero(next.x.size());
    error.v = (next.t == 0 ? first : later) / std::sqrt(problem.mass().diagonal()[0]) * direction;
    next.t += size;
    next.x.setZero();
    next.v = 1e-9 * next.t * direction;
    return {};
  };
  const Outcome outcome = control.advance(u, 1, trial);
  CHECK((outcome.ok() || outcome.status == Status::diverged));
  return outcome.ok();
}

// The first error is a part of the state's rate of change, where that is not zero.
TEST_CASE("a first step from rest is measured by the rate of change at the start", "[adaptive]") {
  const std::string name = GENERATE("oscillator", "forced_oscillator");
  const auto problem = ProblemRegistry::instance().make(name, {});
  State at_rest = problem->start();
  at_rest.x.setZero();
  at_rest.v.setZero();
  Vec force, a, momentum;
  problem->force(at_rest, force);
  problem->mass().solve(force, a);
  problem->mass().times(a, momentum);
  const double rate = std::sqrt(a.dot(momentum));
  CHECK((rate > 0) == (name == "forced_oscillator"));
  const double atol = GENERATE(0., 1e-6);
  INFO(name << ", atol = " << atol);
  const double allowed = atol > 0 ? atol : rate > 0 ? rtol * rate : 1e-3 * rtol;
  CHECK(starts_from_rest(*problem, atol, 0.999 * allowed));
  CHECK_FALSE(starts_from_rest(*problem, atol, 1.001 * allowed));
  // It measures the first step alone.
  CHECK(starts_from_rest(*problem, atol, 0.5 * allowed, 0.5 * allowed) == (atol > 0));
}

TEST_CASE("a method that keeps its matrix keeps its size while the gain is small", "[adaptive]") {
  const auto changes = [](bool keeps_size) {
    Controlled one(keeps_size);
    one.ripple = 0.05;
    REQUIRE(one.advance(1).ok());
    long count = 0;
    for (std::size_t i = 1; i + 2 < one.sizes.size(); ++i)
      count += one.sizes[i] != one.sizes[i - 1];
    return count;
  };
  CHECK(changes(true) < 10);
  CHECK(changes(false) > 50);
}

TEST_CASE("options of step control without effect are refused", "[adaptive]") {
  StepControl control;
  assign_settings("control", control, {{"rtol", 1e-3}});
  CHECK_THROWS_WITH(control.check("integrator 'x': "),
                    Catch::Contains("rtol and atol have no effect with adaptive=false"));
  StepControl norm;
  assign_settings("control", norm, {{"norm", std::string("components")}});
  CHECK_THROWS_WITH(norm.check("integrator 'x': "),
                    Catch::Contains("norm has no effect with adaptive=false"));
  StepControl first;
  assign_settings("control", first, {{"initial_step", 0.1}});
  CHECK_THROWS_WITH(first.check("integrator 'x': "),
                    Catch::Contains("initial_step has no effect with adaptive=false") &&
                        Catch::Contains("got initial_step=0.1"));
}

}  // namespace step_control_tests
