// The list of known misses of chosen steps: whatever is not on it fails the check, and an entry
// that stands is reported.

#include "harness/checks/tolerances/known_misses.hpp"
#include "harness/cli/commands/check/tolerance_lines.hpp"
#include "tests/harness/checks/row_at_edges.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace known_misses_tests {

using namespace stiffbench;
using namespace stiffbench::tolerances;
using Catch::Matchers::Contains;
using test::row_at_edges;

namespace {

std::vector<Requirement> missed_within(const Bounds& within, ToleranceCheck row) {
  judge(row, within);
  return row.missed;
}

/// Checks a problem with all of the suite's own methods, as users do.
void check_no_new_misses(const std::string& problem) {
  const auto end = test::run_program("check tolerances --problems " + problem);
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("misses that are not known: 0"));
}

}  // namespace

TEST_CASE("a known miss does not fail the check, and is reported once it is mended") {
  auto row = row_at_edges();
  row.integrator = "newmark";
  row.problem = "fput";
  const Miss known_miss{"newmark", "fput", Requirement::effort};
  REQUIRE(std::ranges::count(known_misses(), known_miss) == 1);
  const auto counts_at = [&](double ratio) {  // over the bound
    row.efforts[1].ratio = ratio * bounds.effort;
    judge(row);
    return Counts({row});
  };
  const Counts missing = counts_at(1.2), near = counts_at(0.96), mended = counts_at(0.9);
  CHECK(missing.miss == 1);
  CHECK(near.miss == 0);
  for (const Counts& counts : {missing, near, mended}) {
    CHECK(counts.new_misses.empty());
    CHECK_FALSE(counts.fails());
  }
  CHECK(missing.mended_misses.empty());
  CHECK(near.mended_misses.empty());
  CHECK(mended.mended_misses == std::vector{known_miss});
  CHECK_THAT(count_lines(mended), Contains("stand now") && Contains("newmark on fput: effort"));

  row.runs[1].end.error *= 1.1;  // another requirement
  CHECK(counts_at(1.2).new_misses == std::vector<Miss>{{"newmark", "fput", Requirement::error}});
  row.problem = "duffing_chain";
  CHECK(counts_at(1.2).new_misses.size() == 2);
  CHECK(counts_at(1.2).fails());
  row.integrator = "cvode_bdf";  // a peer
  CHECK_FALSE(counts_at(1.2).fails());
  row.integrator = "newmark";
  row.problem = "fput";
  row.efforts.clear();  // not measured: nothing is mended
  judge(row);
  CHECK(Counts({row}).mended_misses.empty());
}

TEST_CASE("each number within a twentieth of its bound is near it") {
  const auto near = [](const ToleranceCheck& row) {
    return missed_within(bounds.tightened(share_of_margin), row);
  };
  auto row = row_at_edges();
  CHECK(near(row) == std::vector{Requirement::error, Requirement::first_step, Requirement::effort});
  for (auto& [rtol, end] : row.runs) end.error *= 0.9;
  row.other_firsts[0].end.error *= 0.9;
  row.other_firsts[0].end.work.force -= 20;
  row.efforts[1].ratio *= 0.9;
  CHECK(near(row).empty());
  auto steep = row, flat = row, accurate = row;
  for (auto& [rtol, end] : steep.runs) end.error = 1e-4 * std::pow(rtol / 1e-5, 2.05);
  CHECK(missed_within(bounds, steep).empty());
  CHECK(near(steep) == std::vector{Requirement::slope});
  for (auto& [rtol, end] : flat.runs) end.error = 0.9e-4 * std::pow(rtol / 1e-7, 0.41);
  CHECK(missed_within(bounds, flat).empty());
  CHECK(near(flat) == std::vector{Requirement::slope});
  for (auto& [rtol, end] : accurate.runs) end.error = 1.02 * bounds.least_error * rtol;
  CHECK(missed_within(bounds, accurate).empty());
  CHECK(near(accurate) == std::vector{Requirement::error});
}

TEST_CASE("the list of known misses names methods and problems of the check, and does not grow") {
  const std::vector<Miss>& all = known_misses();
  CHECK(all.size() <= 44);  // lower it with every miss that is mended
  const auto own = methods_with_tolerance(false), must = methods_that_must_stand();
  const auto five = problems();
  for (const Miss& miss : all) {
    INFO(miss.integrator << " on " << miss.problem << ": " << name_of(miss.requirement));
    CHECK(std::ranges::count(all, miss) == 1);
    CHECK(std::ranges::count(own, miss.integrator) == 1);
    CHECK(std::ranges::count(must, miss.integrator) == 0);
    CHECK(std::ranges::count(five, miss.problem, &ToleranceProblem::name) == 1);
  }
}

// In parts, which run side by side.
TEST_CASE("no method misses a bound on the forced oscillator that it is not known to miss") {
  check_no_new_misses("forced_oscillator");
}
TEST_CASE("no method misses a bound on the Duffing chain that it is not known to miss") {
  check_no_new_misses("duffing_chain");
}
TEST_CASE("no method misses a bound on the FPUT chain that it is not known to miss") {
  check_no_new_misses("fput");
}
TEST_CASE("no method misses a bound on the double pendulum that it is not known to miss") {
  check_no_new_misses("double_pendulum");
}
TEST_CASE("no method misses a bound on Bathe's model that it is not known to miss") {
  check_no_new_misses("bathe_model");
}

}  // namespace known_misses_tests
