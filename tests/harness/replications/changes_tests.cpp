// Differences between the experiment of archived records and today's.

#include "harness/io/json.hpp"
#include "harness/replications/pages/archived_experiments.hpp"
#include "harness/replications/pages/changes_since.hpp"
#include "harness/replications/pages/races/choosing_page.hpp"
#include "harness/replications/pages/races/winners_page.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/replications/made_up_races.hpp"

#include <catch2/catch.hpp>

namespace changes_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

Json experiment() {
  return Json::parse(R"({"name": "mine", "title": "My own", "remarks": ["one"],
      "problems": [{"name": "bunny", "label": "soft"}],
      "integrators": [{"name": "rk4", "label": "classical"}, {"name": "bdf2", "counts": [4]}],
      "counts": [10, 20]})");
}

TEST_CASE("words and labels do not change an experiment") {
  Json today = experiment();
  today["title"] = "Another";
  today["remarks"] = {"two"};
  today["instead"] = "`demo`";
  today["problems"][0].erase("label");
  today["integrators"][0]["label"] = "Kutta's";
  CHECK(changes_since(experiment(), today).empty());
}

TEST_CASE("a changed experiment says which methods came, went or differ, and what else") {
  Json today = experiment();
  today["integrators"] = {
      {{"name", "bdf2"}, {"counts", {4, 8}}}, {{"name", "bathe"}}, {{"name", "cvode_bdf"}}};
  today["settings"] = "tuned";
  today.erase("counts");
  today["tolerances"] = {1e-3};
  CHECK(changes_since(experiment(), today) ==
        "Today's experiment differs: it also has `bathe`, `cvode_bdf`; it no longer has `rk4`; "
        "steps, tolerances or parameters differ for `bdf2`; it has other `settings`, `tolerances`, "
        "`counts`.");
}

TEST_CASE("a second entry of a method is a change of this method") {
  Json today = experiment();
  today["integrators"].push_back({{"name", "rk4"}, {"counts", {40}}});
  CHECK_THAT(changes_since(experiment(), today), Contains("differ for `rk4`."));
}

TEST_CASE("pages mark the races whose experiment has changed since") {
  const auto pages = [](const std::string& name) {
    auto records = test::five_methods();
    for (Record& record : records) record.problem.name = "bunny";
    const Scratch scratch;
    test::write_experiment(scratch.path(), records, Json::array(), name);
    const auto experiments = archived_experiments(scratch.path());
    return std::pair(winners_page(experiments, "c"), choosing_page(experiments, "c"));
  };
  const auto [winners, choosing] = pages("demo");  // today's demo has other methods
  CHECK_THAT(winners,
             Contains("‡ Today's experiment differs: it also has") && Contains(" ‡ | 5: "));
  CHECK_THAT(choosing, Contains("| 1 (1 ‡) |"));
  const auto [same, unmarked] = pages("an_experiment_of_another_program");
  CHECK_THAT(same, !Contains("Today's experiment differs") && !Contains(" ‡ | 5: "));
  CHECK_THAT(unmarked, Contains("| 1 | not all |"));
}

}  // namespace changes_tests
