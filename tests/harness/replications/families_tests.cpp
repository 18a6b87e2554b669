// Tests of the table that says where each family of methods leads.

#include "harness/replications/pages/races/families_section.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace families_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// One method of a race, with the time of its coarser run (s) and the error of its finer one.
struct Entrant {
  std::string name;
  double time, error = 1e-4;
};

/// Each method has a run with an error of 1e-2 and a finer one that takes twice as long.
std::vector<Row> race(const std::vector<Entrant>& entrants) {
  std::vector<Record> records;
  for (const Entrant& one : entrants) {
    records.push_back(test::record_of(one.name, 0.1, 1e-2, one.time));
    records.push_back(test::record_of(one.name, 0.05, one.error, 2 * one.time));
  }
  return make_rows(records);
}

}  // namespace

TEST_CASE("families lead with their fastest integrators, and take longer elsewhere") {
  const auto one = race({{"rk4", 1}, {"velocity_verlet", 5}, {"bdf2", 4}}),
             other = race({{"rk4", 3}, {"bdf2", 1}}), draw = race({{"rk4", 1}, {"bdf2", 1.05}});
  const std::string text = families_section(
      {{one, contestants(one)}, {other, contestants(other)}, {draw, contestants(draw)}});
  CHECK_THAT(text, Contains("| explicit | 10% | 3 | 2 | rk4 2 | "));
  CHECK_THAT(text, Contains(" | 3.0 | 0 |"));
  CHECK_THAT(text, Contains("| implicit | 10% | 3 | 2 | bdf2 2 | "));
  CHECK_THAT(text, Contains(" | 4.0 | 0 |"));
}

TEST_CASE("a family that does not reach an error is counted, a race that none reaches is not") {
  const auto rows = race({{"rk4", 1}, {"bdf2", 1, 5e-3}});
  const std::string text = families_section({{rows, contestants(rows)}});
  CHECK_THAT(text, Contains("| implicit | 0.1% | 1 | 0 |  |  |  | 1 |"));
  CHECK_THAT(text, !Contains("| 1e-5 |"));
  CHECK(families_section({}).empty());
}

}  // namespace families_tests
