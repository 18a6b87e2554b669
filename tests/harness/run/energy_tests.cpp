#include "harness/run/divergence.hpp"
#include "harness/run/energy.hpp"
#include "harness/run/observe.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace energy_tests {

using stiffbench::EnergyFollower;

TEST_CASE("a steady energy drift has its slope, extent and mean square") {
  const long count = 1000;
  EnergyFollower follower(0, 5, count, 4);
  double squares = 0;
  for (long i = 1; i <= count; ++i) {
    const double t = 0.01 * static_cast<double>(i);
    follower.add(i, t, 5 - 3 * t);
    squares += 9 * t * t;
  }
  const auto summary = follower.summary();
  REQUIRE(summary);
  CHECK(summary->initial == 5);
  CHECK(summary->final == Approx(-25));
  CHECK(summary->max_drift == Approx(30));
  CHECK(summary->slope == Approx(-3));
  CHECK(summary->rms_drift == Approx(std::sqrt(squares / (count + 1))));
  REQUIRE(summary->series_t.size() == 5);
  CHECK(summary->series_t[1] == Approx(2.5));
  CHECK(summary->series_drift.back() == Approx(-30));
}

TEST_CASE("a series has no more points than there are steps") {
  EnergyFollower follower(0, 1, 3, 10);
  for (long i = 1; i <= 3; ++i) follower.add(i, static_cast<double>(i), 1);
  CHECK(follower.summary()->series_t.size() == 4);
}

TEST_CASE("an energy that was not finite leaves no summary") {
  EnergyFollower follower(0, 1, 2, 0);
  follower.add(1, 1, std::numeric_limits<double>::infinity());
  follower.add(2, 2, 1);
  CHECK_FALSE(follower.summary());
}

TEST_CASE("an energy whose square overflows has its summary") {
  EnergyFollower follower(0, 0, 3, 0);
  for (long i = 1; i <= 3; ++i) follower.add(i, static_cast<double>(i), 2e300);
  REQUIRE(follower.summary());
  CHECK(follower.summary()->max_drift == 2e300);
  CHECK(follower.summary()->rms_drift / 2e300 == Approx(std::sqrt(0.75)));
}

TEST_CASE("a run ends with a reason where its kinetic energy alone overflows") {
  using namespace stiffbench;
  // With h omega = 5 the fourth-order polynomial takes x0 to 14.5 x0 and -15.8 omega x0: the
  // potential is 1.7e308 J, and twice the kinetic energy is more than a double holds.
  const std::shared_ptr<const Problem> heavy = ProblemRegistry::instance().make(
      "oscillator",
      {{"mass", 1.6e300}, {"omega", 1.0}, {"x0", 1e3}, {"v0", 0.0}, {"end_time", 10.0}});
  const Observation end = observe(make_plan(heavy, {.integrator = "rk4", .count = 2}));
  CHECK(end.status == Status::diverged);
  CHECK(end.reason == "the energy is not finite at t = 5");
}

TEST_CASE("a span of whole periods of a load leaves room for its motion") {
  using namespace stiffbench;
  // The load vanishes at each quarter of the span. The second-order error of a step excites the
  // stiff mode to velocities of 30 m/s.
  const std::shared_ptr<const Problem> model =
      ProblemRegistry::instance().make("bathe_model", {{"end_time", 4 * std::numbers::pi / 1.2}});
  const Observation end = observe(make_plan(model, {.integrator = "exprb2", .count = 40}));
  INFO(end.reason);
  CHECK(end.status == Status::ok);
  // Chosen steps are observed at the end alone, where the load vanishes as at the start.
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const Observation chosen =
        observe(make_plan(model, {.integrator = "exprb43",
                                  .integrator_settings = {{"adaptive", true}},
                                  .tolerance = tolerance}));
    INFO(tolerance << ": " << chosen.reason);
    CHECK(chosen.status == Status::ok);
  }
}

TEST_CASE("a load that vanishes at both ends explains no more than what it does in between") {
  using namespace stiffbench;
  const double omega = 1.2, k1 = 1e7, span = 4 * std::numbers::pi / omega;
  const std::shared_ptr<const Problem> model =
      ProblemRegistry::instance().make("bathe_model", {{"end_time", span}});
  State start = model->start();
  start.x.setZero();
  start.v.setZero();
  State end = start;
  end.t = span;
  end.x[0] = 0.5;
  double load = 0;  // mean of its size at the eight times but the first, at which the run begins
  for (int i = 1; i < 8; ++i)
    load += k1 * std::abs(std::sin(omega * span * std::fmod(0.618033988749895 * i, 1.0))) / 7;
  const double explained = load * end.x[0];
  for (const double share : {-0.999, -1.001, 0.999, 1.001}) {
    DivergenceRule rule(*model, start);
    INFO(share);
    CHECK(rule.energy_breach(end, 1e4 * share * explained).empty() == (std::abs(share) < 1));
  }
  for (const double share : {0.999, 1.001}) {
    DivergenceRule rule(*model, start);
    CHECK(rule.energy_breach(end, 100 * share * explained).empty());
    CHECK(rule.run_breach().empty() == (share < 1));
  }
  // Between two of the eight times, the ends of a step show its whole load.
  State soon = start;
  soon.t = 0.05 * span;
  soon.x[0] = 0.5;
  const double push = 0.5 * k1 * std::sin(omega * soon.t) * soon.x[0];
  for (const double share : {0.999, 1.001}) {
    DivergenceRule rule(*model, start);
    CHECK(rule.energy_breach(soon, 1e4 * share * push).empty() == (share < 1));
  }
}

}  // namespace energy_tests
