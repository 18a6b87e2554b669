#include "base/error.hpp"
#include "harness/run/plan.hpp"

#include <catch2/catch.hpp>

#include <limits>

namespace plan_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::string refusal(double end_time, double h) {
  try {
    count_steps(end_time, h);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

RunPlan plan_of(RunRequest request) {
  if (request.integrator.empty()) request.integrator = "velocity_verlet";
  return make_plan(ProblemRegistry::instance().make("fput"), request);
}

}  // namespace

TEST_CASE("the number of steps is whole to a millionth") {
  CHECK(count_steps(100, 0.02) == 5000);
  CHECK(count_steps(0.02, 0.02) == 1);
  CHECK(count_steps(100, 0.02 * (1 + 5e-7)) == 5000);
  CHECK(count_steps(100, 100.0 / 3) == 3);
  CHECK_THAT(refusal(100, 0.02 * (1 + 2e-6)), Contains("whole number"));
}

TEST_CASE("a step that does not fit names the nearest two that do") {
  CHECK_THAT(refusal(100, 0.03), Contains("h = 0.030003000300030003 (3333 steps)") &&
                                     Contains("h = 0.029994001199760048 (3334 steps)"));
  CHECK(count_steps(100, 0.030003000300030003) == 3333);
  CHECK(count_steps(100, 0.029994001199760048) == 3334);
  CHECK_THAT(refusal(1, 0.7), Contains("h = 1 (1 steps)") && Contains("h = 0.5 (2 steps)"));
}

TEST_CASE("steps that are none are refused") {
  for (double h : {0.0, -0.1, 100.1, std::numeric_limits<double>::quiet_NaN(),
                   std::numeric_limits<double>::infinity()})
    CHECK_THAT(refusal(100, h), Contains("h must be in (0, end_time = 100]"));
  CHECK_THAT(refusal(100, 1e-15), Contains("larger h"));
}

TEST_CASE("steps are a multiple of the checkpoints") {
  CHECK(plan_of({.count = 1000, .checkpoints = 10}).count == 1000);
  CHECK_THROWS_WITH(plan_of({.count = 1000, .checkpoints = 3}), Contains("999 and 1002 steps"));
  CHECK_THROWS_WITH(plan_of({.count = 2, .checkpoints = 3}), Contains("nearest is 3 steps"));
  CHECK_THROWS_WITH(plan_of({.count = 2, .checkpoints = 0}), Contains("at least 1"));
}

TEST_CASE("steps divide the period of a problem's clock, and the periods the span") {
  const auto plan = [](const Settings& settings, long count) {
    const RunRequest request{.integrator = "rk4", .count = count};
    return make_plan(ProblemRegistry::instance().make("crash", settings), request);
  };
  const Settings quick{{"end_time", 0.02}};  // 4 periods
  CHECK(plan(quick, 8).count == 8);
  CHECK_THROWS_WITH(plan(quick, 10), Contains("10 steps, 4 clock periods (0.005 s)") &&
                                         Contains("the nearest are 8 and 12 steps"));
  CHECK_THROWS_WITH(
      plan({{"end_time", 0.021}}, 8),
      Contains("a whole number of its clock's periods") && Contains("problem.end_time=0.02"));
  CHECK(plan({{"end_time", 0.021}, {"plasticity", "full_relaxation"}}, 10).count == 10);
  const auto crash = std::shared_ptr(ProblemRegistry::instance().make("crash", quick));
  const RunRequest chooses{.integrator = "cvode_adams", .tolerance = 1e-6, .checkpoints = 3};
  CHECK(make_plan(crash, chooses).count == 12);
}

TEST_CASE("fixed steps need h and refuse a tolerance") {
  CHECK_THROWS_WITH(plan_of({}), Contains("give --h"));
  CHECK_THROWS_WITH(plan_of({.h = 0.01, .tolerance = 1e-3}), Contains("takes fixed steps"));
  CHECK_THROWS_WITH(plan_of({.h = 0.01, .repeats = -1}), Contains("repeats"));
}

TEST_CASE("a tolerance is given once") {
  const auto plan = [](const Settings& settings, std::optional<double> tolerance) {
    return plan_of(
        {.integrator = "cvode_bdf", .integrator_settings = settings, .tolerance = tolerance});
  };
  CHECK(plan({}, 1e-3).count == 1);
  CHECK_THROWS_WITH(plan({{"rtol", 1e-300}}, 1e-3),
                    Contains("rtol is what --tolerance") &&
                        Contains("got integrator.rtol=1e-300 and tolerance 0.001; leave "
                                 "integrator.rtol out"));
  CHECK_THROWS_WITH(plan({{"rtol", 1e-5}}, std::nullopt),
                    Contains("integrator.rtol=1e-05 and no tolerance"));
  CHECK_THROWS_WITH(plan({}, std::nullopt), Contains("got no tolerance; give --tolerance"));
}

TEST_CASE("numbers of a run end before arithmetic with them overflows") {
  constexpr long most = std::numeric_limits<long>::max();
  CHECK_THROWS_WITH(plan_of({.count = most}), Contains("at most 1e15"));
  CHECK_THROWS_WITH(plan_of({.count = 10, .checkpoints = most}), Contains("checkpoints"));
  CHECK_THROWS_WITH(plan_of({.count = 10, .repeats = most}), Contains("repeats"));
  RunRequest adaptive{.integrator = "cvode_bdf", .tolerance = 1e-4};
  CHECK(plan_of(adaptive).count == 1);
  adaptive.energy_series = most;
  CHECK_THROWS_WITH(plan_of(adaptive), Contains("at most 1000000000 points of an energy series"));
}

}  // namespace plan_tests
