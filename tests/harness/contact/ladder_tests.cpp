// Rungs of the ladder of contact problems that must stand do, and the ladder notices numbers that
// are not in their band.

#include "base/error.hpp"
#include "harness/contact/ladder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace ladder_tests {

using namespace stiffbench;
using namespace stiffbench::contact_ladder;

namespace {

/// Rows of one phenomenon whose methods are those with which it must stand.
void check_phenomenon(const std::string& name, const std::vector<std::string>& methods) {
  const auto rows = climb({name}, methods, [](const Answer&) {});
  REQUIRE(!rows.empty());
  for (const Answer& row : rows) {
    REQUIRE(row.results.size() == methods.size());
    for (const Result& result : row.results) {
      const bool must = std::ranges::count(row.must_stand, result.integrator) > 0;
      INFO(row.phenomenon << ", " << row.parameters << ": " << row.prediction.quantity << " with "
                          << result.integrator << ": " << result.measured << ", predicted "
                          << row.prediction.value << " " << result.reason);
      CHECK((result.stands || !must));
    }
    CHECK(!row.is_broken());
  }
}

}  // namespace

TEST_CASE("contact problems with known answers stand with the methods that must") {
  for (const std::string name : {"falling", "rest", "slope", "stopping", "stick_slip", "tipping", "rolling",
                                 "bounce", "momentum", "stack", "bar", "solid_bar"})
    check_phenomenon(name, {"sdirk2", "bdf2"});
  check_phenomenon("hertz", {"sdirk2"});
  for (const std::string name : {"slope", "stopping"}) check_phenomenon(name, {"a_search"});
  check_phenomenon("falling", {"implicit_euler", "velocity_verlet"});
}

TEST_CASE("cards and arches stand or fall at both sides of their limits") {
  for (const std::string name : {"cards", "arch"}) check_phenomenon(name, {"implicit_euler"});
}

TEST_CASE("the ladder knows a number outside of its band, and a method that fails") {
  Answer row;
  row.prediction = within(0.1, "number", "m", 2);
  CHECK(row.prediction.low == Approx(1.8));
  CHECK(row.prediction.high == Approx(2.2));
  CHECK(near(0.5, "number", "m", -2).low == -2.5);
  row.must_stand = {"bdf2"};
  row.results = {{.integrator = "sdirk2", .measured = 3, .stands = false},
                 {.integrator = "bdf2", .measured = 2, .stands = true}};
  CHECK(!row.is_broken());
  row.results[1].stands = false;
  CHECK(row.is_broken());
}

TEST_CASE("explicit methods fall behind where their steps would be too short, with a reason") {
  const auto rows = climb({"arch"}, {"velocity_verlet"}, [](const Answer&) {});
  for (const Answer& row : rows) {
    CHECK(row.results[0].status == Status::not_applicable);
    CHECK(row.results[0].reason.find("stability") != std::string::npos);
    CHECK(!row.results[0].stands);
  }
}

TEST_CASE("unknown names of phenomena and methods are refused") {
  const auto ignore = [](const Answer&) {};
  CHECK_THROWS_WITH(climb({"slop"}, {"sdirk2"}, ignore), Catch::Contains("slope"));
  CHECK_THROWS_AS(climb({"slope"}, {"sdirk"}, ignore), Error);
}

TEST_CASE("times of crossings are interpolated") {
  Crossing crossing(1);
  for (int i = 0; i < 5; ++i) crossing.see(i, i % 2 == 0 ? 0 : 4);
  CHECK(crossing.count() == 4);
  CHECK(crossing.first() == Approx(0.25));
  CHECK(crossing.last() == Approx(3.75));
}

}  // namespace ladder_tests
