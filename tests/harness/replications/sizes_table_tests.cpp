// Tests of the table that compares the races of a problem at two sizes.

#include "harness/replications/pages/races/sizes_table.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

namespace sizes_table_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

enum class Are { tuned, as_given };

/// Two methods with two steps each on an oscillator of so many degrees of freedom, of which the one
/// named first is the faster.
std::vector<Row> race(const std::vector<std::string>& methods, long dof, Are settings) {
  std::vector<Record> records;
  double time = 1;
  for (const std::string& method : methods) {
    for (const double h : {0.1, 0.05}) {
      Record& record = records.emplace_back(test::record_of(method, h, h / 10, time / h));
      record.problem.dof = dof;
      record.problem.parameters["cells"] = dof;
      if (settings == Are::tuned) record.tuning = Tuning{.measure = "energy_norm_relative"};
    }
    time *= 3;
  }
  return make_rows(records);
}

WidestRace race_of(const std::vector<Row>& rows) { return {rows, contestants(rows)}; }

}  // namespace

TEST_CASE("the table of sizes shows whether another method leads at full size") {
  const auto coarse = race({"rk4", "bdf2"}, 100, Are::as_given),
             full = race({"bdf2", "rk4"}, 200, Are::as_given);
  const std::string text = sizes_section({race_of(coarse), race_of(full)});
  CHECK_THAT(text, Contains("In 1 of 1 rows"));
  CHECK_THAT(text,
             Contains("| **rk4†**; bdf2† 3.0 | **bdf2†**; rk4† 3.0 | yes | 100 to 200 | cells |"));
  const auto larger = race({"bdf2", "rk4"}, 199, Are::as_given);  // less than twice
  CHECK(sizes_section({race_of(coarse), race_of(larger)}).empty());
}

TEST_CASE("tuned runs of one size are not compared with untuned ones of another") {
  const auto coarse = race({"rk4", "bdf2"}, 100, Are::tuned),
             full = race({"bdf2", "rk4"}, 200, Are::as_given),
             tuned = race({"bdf2", "rk4"}, 200, Are::tuned);
  CHECK(races_of_two_sizes({race_of(coarse), race_of(full)}).empty());
  CHECK(races_of_two_sizes({race_of(coarse), race_of(tuned)}).size() == 1);
}

}  // namespace sizes_table_tests
