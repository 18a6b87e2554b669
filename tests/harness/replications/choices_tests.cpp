// The page of choices: which integrator to take for which kind of problem.

#include "base/paths.hpp"
#include "harness/replications/pages/experiment_pages.hpp"
#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/races/choosing_page.hpp"
#include "problems/contract/registry.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/replications/made_up_races.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace choices_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::five_methods;
using test::record_of;
using test::Scratch;
using test::with_time_of_verlet;
using test::write_experiment;

TEST_CASE("the page of choices has the best integrator of a kind, and the runner-up's factor") {
  const auto on = [](std::vector<Record> records, const std::string& problem, long size) {
    for (Record& record : records) {
      record.problem.name = problem;
      record.problem.parameters["size"] = size;
    }
    return records;
  };
  const Scratch scratch;
  write_experiment(scratch.path(), on(five_methods(), "bunny", 1), Json::array(), "first");
  auto slow = with_time_of_verlet(9);
  std::erase_if(slow, [](const Record& one) { return one.integrator.name == "exprb42"; });
  write_experiment(scratch.path(), on(slow, "tower", 1), Json::array(), "second");
  const std::string page = choosing_page(archived_experiments(scratch.path()), "a command");
  // Two races: rk4 leads both; implicit_midpoint takes 4 times as long in both, velocity_verlet 1.5
  // and 9 times, whose mean is sqrt(13.5).
  CHECK_THAT(page,
             Contains("| bodies of stiff and soft springs | [bunny](problems/springs/bunny.md), "
                      "[tower](problems/springs/tower.md) | 2 | not all | **rk4**; velocity_verlet "
                      "3.7 (2 of 2) |"));
  CHECK_THAT(page, !Contains("elastic solids |"));
}

TEST_CASE("a method that reaches 10% alone is not chosen for smaller errors") {
  std::vector<Record> records{record_of("velocity_verlet", 0.1, 5e-2, 1),
                              record_of("velocity_verlet", 0.05, 4e-2, 2),
                              record_of("rk4", 0.1, 1e-4, 10),
                              record_of("rk4", 0.05, 1e-6, 20),
                              record_of("bdf2", 0.1, 1e-4, 40),
                              record_of("bdf2", 0.05, 1e-6, 80)};
  for (Record& record : records) record.problem.name = "bunny";
  const Scratch scratch;
  write_experiment(scratch.path(), records, Json::array(), "first");
  const std::string page = choosing_page(archived_experiments(scratch.path()), "a command");
  CHECK_THAT(page, Contains("| **velocity_verlet**; rk4 10 (1 of 1) | **rk4**; bdf2 4.0 (1 of 1) | "
                            "**rk4**; bdf2 4.0 (1 of 1) |"));
}

TEST_CASE("a kind has problems that there are, each in one kind, and all with archived results") {
  std::set<std::string> all;
  for (const KindOfProblems& kind : kinds_of_problems())
    for (const std::string& name : kind.problems) {
      INFO("harness/replications/pages/kinds.cpp has this problem once: " << name);
      CHECK(all.insert(name).second);
      CHECK_NOTHROW(ProblemRegistry::instance().find(name));
    }
  for (const ArchivedExperiment& one : archived_experiments(data_path("results/archive")))
    for (const std::string& problem : one.problems()) {
      INFO("harness/replications/pages/kinds.cpp lacks " << problem);
      CHECK(all.contains(problem));
    }
  CHECK(page_of_problem("fput") == "problems/springs/fput");
  CHECK(page_of_problem("problem_of_another_program") ==
        "problems/other/problem_of_another_program");
}

}  // namespace choices_tests
