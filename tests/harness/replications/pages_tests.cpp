// Tests of the pages that are written from the records of experiments, and of small records.

#include "base/files.hpp"
#include "base/system/instruction_set.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/pages/experiment_pages.hpp"
#include "harness/replications/pages/races/winners_page.hpp"
#include "harness/replications/pages/text.hpp"
#include "harness/replications/pages/tuning_page.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"
#include "tests/harness/replications/made_up_races.hpp"

#include <catch2/catch.hpp>

namespace pages_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::failed_of;
using test::five_methods;
using test::record_of;
using test::run_program;
using test::Scratch;
using test::with_time_of_verlet;
using test::write_experiment;

namespace fs = std::filesystem;

namespace {

std::string winners_in(const fs::path& folder) {
  return winners_page(archived_experiments(folder), "a command");
}

std::string winners(const std::vector<Record>& records) {
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  return winners_in(scratch.path());
}

}  // namespace

TEST_CASE("the page of winners has those who lead, the next two and the best of other families") {
  const std::string page = winners(five_methods());
  CHECK_THAT(page, Contains("| 10% | **rk4** | velocity_verlet 1.5; implicit_midpoint 4.0 | "
                            "exprb42† 5.0 (exponential); trigonometric_c† 30 (trigonometric and "
                            "split) |"));
  CHECK_THAT(page, Contains("| 1% | **rk4** | exprb42† 2.5 |  |"));
  CHECK_THAT(page, Contains("| 1e-4 | exprb42† (alone) |  |  |"));
  CHECK_THAT(page, !Contains("| 1e-5 |"));
  CHECK_THAT(page, Contains("| **rk4** | **rk4** | exprb42† (alone) | exprb42† (alone) |"));
  CHECK_THAT(page,
             Contains("5 methods compete: rk4, velocity_verlet (explicit); implicit_midpoint"));
  CHECK_THAT(page, Contains("| 5: 2 explicit, 1 diagonally implicit, 1 trigonometric and split, "
                            "1 exponential |"));
}

TEST_CASE("each problem of an experiment has a page, to which the other pages link") {
  auto records = five_methods();
  for (Record& one : five_methods()) {
    one.problem = {.name = "fput", .dof = 6, .hash = "f"};
    records.push_back(one);
  }
  std::erase_if(records, [](const Record& one) {  // so that the two tables differ
    return one.problem.name == "fput" && one.integrator.name == "exprb42";
  });
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  const auto experiments = archived_experiments(scratch.path());
  const auto pages = experiment_pages(experiments, "a command");
  REQUIRE(pages.size() == 2);
  const std::string of_fput = "problems/springs/fput.md",
                    of_oscillator = "problems/oscillators/oscillator.md";
  CHECK_THAT(pages.at("fput"), Contains("\n\n8 runs") && !Contains("exprb42") &&
                                   Contains("also has [oscillator](../../" + of_oscillator + ")"));
  CHECK_THAT(pages.at("oscillator"), Contains("\n\n9 runs") && Contains("exprb42") &&
                                         Contains("also has [fput](../../" + of_fput + ")"));
  CHECK_THAT(winners_in(scratch.path()), Contains("on the pages of its problems: [oscillator](" +
                                                  of_oscillator + "), [fput](" + of_fput + ")"));
  for (const std::string& text :
       {choosing_page(experiments, "a command"), experiments_index(experiments, false)})
    CHECK_THAT(text, Contains("](" + of_oscillator + ")") && Contains("](" + of_fput + ")"));
}

TEST_CASE("methods within 10% of each other draw") {
  CHECK_THAT(winners(with_time_of_verlet(1.09)),
             Contains("| 10% | rk4, velocity_verlet | implicit_midpoint 4.0; exprb42† 5.0 |"));
  CHECK_THAT(winners(with_time_of_verlet(1.11)), Contains("| 10% | **rk4** | velocity_verlet 1.1"));
  const Scratch scratch;
  write_experiment(scratch.path(), with_time_of_verlet(1.09));
  const std::string page =
      experiment_pages(archived_experiments(scratch.path()), "a command").at("oscillator");
  CHECK_THAT(page, Contains("| rk4 | 1 | **1** |") && Contains("| velocity_verlet | 1.1 |  |"));
  CHECK_THAT(page, Contains("| exprb42 | 5.0† | 2.5† | 1† (alone) |"));
}

TEST_CASE("what is no race is on no page") {
  auto records = five_methods();
  std::erase_if(records, [](const Record& record) { return record.h == 0.2; });
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  CHECK(archived_experiments(scratch.path()).empty());
  for (Record& one : records) one.integrator.name = "velocity_verlet";  // with several settings
  records[0].integrator.parameters["phi"] = std::string("kiops");
  write_experiment(scratch.path(), records);
  CHECK(archived_experiments(scratch.path()).empty());
}

TEST_CASE("two problems of one title are told apart, across experiments too") {
  auto records = five_methods();
  const auto of_size = [&](const std::string& size) {
    for (Record& one : records)
      one.problem = {
          .name = "oscillator", .title = "body", .parameters = {{"size", size}}, .hash = size};
    return records;
  };
  const Scratch scratch;
  write_experiment(scratch.path(), of_size("1k"));
  write_experiment(scratch.path(), of_size("8k"), Json::array(), "other");
  const std::string page = winners_in(scratch.path());
  CHECK_THAT(page, Contains(": body (size = 1k) |") && Contains(": body (size = 8k) |"));
  CHECK_THAT(page, Contains("### body (size = 8k)"));
}

TEST_CASE("the page of winners has a problem's leaders at a coarse and at full size") {
  const auto of_size = [](long dof, double time_of_verlet, double kd,
                          const std::string& scene = "falls") {
    auto records = with_time_of_verlet(time_of_verlet);
    records.push_back(record_of("velocity_verlet", 0.05, 0.01, 2 * time_of_verlet));
    std::erase_if(records, [](const Record& one) {
      return one.integrator.name != "rk4" && one.integrator.name != "velocity_verlet";
    });
    for (Record& record : records) {
      record.problem.dof = dof;
      record.problem.hash = std::to_string(dof);
      record.problem.parameters = {{"nodes", dof}, {"kd", kd}, {"scene", scene}};
    }
    return records;
  };
  const Scratch scratch;
  write_experiment(scratch.path(), of_size(10, 3, 1), Json::array(), "a");
  write_experiment(scratch.path(), of_size(5, 4, 2), Json::array(), "b");  // kd differs, too
  CHECK_THAT(winners_in(scratch.path()), Contains("| 5 to 10 | kd, nodes |"));
  const auto full_with = [&](long dof, double time) {
    auto records = of_size(dof, time, 1);
    records.push_back(record_of("exprb42", 0.1, 5e-5, 0.1));
    records.back().problem = records[0].problem;
    write_experiment(scratch.path(), records, Json::array(), "c");
    return winners_in(scratch.path());
  };
  write_experiment(scratch.path(), of_size(100, 3, 1, "flies"), Json::array(), "d");
  // exprb42 does not compete: it runs at one size only.
  const std::string page = full_with(20, 0.5);
  CHECK_THAT(page, Contains("| 10% | **rk4**; velocity_verlet 3.0 | **velocity_verlet**; rk4 2.0 | "
                            "yes | 10 to 20 | nodes |"));
  CHECK_THAT(page, Contains("In 1 of 1 rows another integrator leads"));
  CHECK_THAT(full_with(20, 1.05), Contains("In 0 of 1 rows another integrator leads"));  // a draw
  CHECK_THAT(full_with(9, 0.5), !Contains("| 5 to 9 |") && Contains("| 5 to 10 |"));
}

TEST_CASE("a problem of two experiments has the winners of the one with most methods") {
  const Scratch scratch;
  auto narrow = with_time_of_verlet(0.5);
  std::erase_if(narrow, [](const Record& one) { return one.integrator.name == "exprb42"; });
  for (Record& one : narrow) one.problem.title = "another label";
  write_experiment(scratch.path(), narrow, Json::array(), "a_narrow_one");
  write_experiment(scratch.path(), five_methods(), Json::array(), "b_wide_one");
  const std::string page = winners_in(scratch.path());
  CHECK_THAT(page, Contains("| **rk4** | **rk4** | exprb42† (alone) | exprb42† (alone) |"));
  CHECK_THAT(page, !Contains("| 4: 2 explicit"));
  CHECK_THAT(page, Contains("| 10% | **velocity_verlet** | rk4 2.0"));  // in its own section
}

TEST_CASE("the page of winners says whose code competes, with which settings") {
  auto records = five_methods();
  records.push_back(record_of("cvode_bdf", 0.1, 1e-3, 9));
  records.push_back(failed_of("cvode_bdf", 0.2));
  records[5].integrator.parameters["tolerance"] = 1e-6;
  const std::string page = winners(records);
  CHECK_THAT(page, Contains("| this project | exprb42, implicit_midpoint, rk4,") &&
                       Contains("| SUNDIALS CVODE | cvode_bdf |"));
  CHECK_THAT(page, Contains("Settings other than defaults: tolerance = 1e-6 (implicit_midpoint)."));
  CHECK_THAT(page, Contains("| implicit_midpoint |") && Contains("tolerance = 1e-12"));
  for (const std::string& name : instruction_sets()) CHECK_THAT(page, Contains(name));
  CHECK_THAT(page, !Contains("A search chose"));

  records[0].tuning = Tuning{.measure = "energy_norm_relative"};
  records[1].tuning = Tuning{.reason = "its error is not known"};
  CHECK_THAT(
      winners(records),
      Contains(fmt::format("A search chose the fastest settings of 1 of {} runs", records.size())));
}

TEST_CASE("a record that is deleted is on no page") {
  auto records = five_methods();
  std::erase_if(records, [](const Record& record) {
    return record.integrator.name == "rk4" && record.h != 0.2;  // one failed
  });
  records.push_back(failed_of("exprb42", 0.2));  // so that most methods have two steps
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  const auto experiments = archived_experiments(scratch.path());
  CHECK_THAT(winners_page(experiments, "a command"),
             Contains("| 10% | **velocity_verlet** | implicit_midpoint 2.7; exprb42 3.3 |"));
  const std::string page = experiment_pages(experiments, "a command").at("oscillator");
  CHECK_THAT(page, Contains("| rk4 |  |  |  |  |  |"));
}

TEST_CASE("the page of a problem has times, certificates, failures and the measures of figures") {
  const Scratch scratch;
  write_experiment(scratch.path(), five_methods(), {"precision_measures"});
  const auto experiments = archived_experiments(scratch.path());
  REQUIRE(experiments.size() == 1);
  CHECK(experiments[0].measures == std::vector<std::string>{"energy_norm", "position", "velocity"});
  const std::string page = experiment_pages(experiments, "a command").at("oscillator");
  CHECK_THAT(page, Contains("## My own") && Contains("stiffbench run mine --out build/mine"));
  CHECK_THAT(page, Contains("8.0 digits; its floor is 1.0e-08"));
  CHECK_THAT(page, Contains("| method | 10% | 1% | 0.1% | 1e-4 | smallest error |"));
  CHECK_THAT(page, Contains("| rk4 | **1** | **1** |  |  | 5.0e-03 |"));
  CHECK_THAT(page, Contains("| rk4 | explicit | 1 diverged (h = 0.2 s) | 3 | 2 |"));
}

TEST_CASE("an error below that of the reference stands in brackets") {
  auto records = five_methods();
  for (Record& record : records)
    if (record.integrator.name == "rk4" && record.result.error)
      record.result.error->floor->energy_norm_relative = 5.0e-3;
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  const std::string page =
      experiment_pages(archived_experiments(scratch.path()), "a command").at("oscillator");
  CHECK_THAT(page, Contains("| (5.0e-03) |") && Contains(floor_legend));
}

TEST_CASE("an experiment of which some integrators did not run is on no page") {
  auto records = five_methods();
  std::erase_if(records,
                [](const Record& record) { return record.integrator.name == "velocity_verlet"; });
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  CHECK(archived_experiments(scratch.path()).empty());
}

TEST_CASE("the page of tuning compares rankings with default and with tuned settings") {
  auto records = five_methods();
  const auto tune = [](Record& record, double default_time) {
    record.integrator.parameters["tolerance"] = 1e-4;
    record.integrator.automatic["tolerance"] = 1e-12;
    record.tuning = Tuning{.measure = "energy_norm_relative",
                           .settings = {{"tolerance", 1e-4}},
                           .default_seconds = default_time,
                           .chosen_seconds = record.result.runtime->median};
  };
  tune(records[6], 12);  // implicit_midpoint takes 4 s now
  tune(records[8], 0.5);
  const Scratch scratch;
  write_experiment(scratch.path(), records);
  const auto experiments = archived_experiments(scratch.path());
  CHECK(has_tuned_runs(experiments));
  const std::string page = tuning_page(experiments, {}, "a command");
  CHECK_THAT(page, Contains("| oscillator | 0.1 | tolerance = 0.0001 for 1e-12 | 3.0 |") &&
                       !Contains("| exprb42 | oscillator |"));
  CHECK_THAT(
      page,
      Contains("| 10% | **exprb42†** | **rk4** | explicit 2.0 → 1.0; diagonally implicit 24 → "
               "4.0; trigonometric and split 60 → 30; exponential 1.0 → 5.0 |"));
  CHECK_THAT(page, Contains("| 1e-4 | exprb42† (alone) | exprb42† (alone) |  |"));

  // Settings of one integrator are no race of methods, and have a table of their own.
  Record fixed = record_of("implicit_midpoint", 0.1, 0.031, 20);
  fixed.integrator.title = "implicit_midpoint, exactly";
  write_experiment(scratch.path(), {records[6], fixed});
  Json document = read_json(scratch.path() / "mine/experiment.json");
  document["settings"] = "tuned";
  document["integrators"] = {{{"name", "implicit_midpoint"}}, {{"name", "implicit_midpoint"}}};
  write_atomically(scratch.path() / "mine/experiment.json", document.dump());
  CHECK(archived_experiments(scratch.path()).empty());
  const auto comparisons = archived_comparisons_of_settings(scratch.path());
  CHECK_THAT(tuning_page({}, comparisons, "a command"),
             Contains("| implicit_midpoint: tolerance = 0.0001 for 1e-12 | implicit_midpoint, "
                      "exactly | 0.03 | 0.031 | 5.0 |"));

  write_experiment(scratch.path(), five_methods());
  CHECK_FALSE(has_tuned_runs(archived_experiments(scratch.path())));
}

TEST_CASE("levels and ratios have the digits that a reader needs") {
  CHECK(level_text(0.1) == "10%");
  CHECK(level_text(1e-3) == "0.1%");
  CHECK(level_text(1e-4) == "1e-4");
  CHECK(level_text(1e-12) == "1e-12");
  CHECK(ratio_text(1.04) == "1.0");
  CHECK(ratio_text(9.96) == "10");
}

TEST_CASE("small records have every run that is timed and judged, and say what they refuse") {
  const Scratch scratch;
  const std::string out = scratch.path().string();
  write_experiment(scratch.path(), five_methods());
  const auto archive = [&](const std::string& folder) {
    return run_program("archive '" + folder + "' --into '" + out + "/small'");
  };
  REQUIRE(archive(out + "/mine").status == 0);
  CHECK(read_records(out + "/small/mine").size() == 9);
  CHECK(winners_page(archived_experiments(out + "/small"), "a command") == winners(five_methods()));

  const auto refusal = [&](const std::string& folder) {
    const auto end = archive(folder);
    CHECK(end.status == 2);
    return end.err;
  };
  write_atomically(scratch.path() / "mine/unfinished.jsonl", "{}");
  CHECK_THAT(refusal(out + "/mine"), Contains("go on with 'stiffbench run mine"));
  fs::remove(scratch.path() / "mine/unfinished.jsonl");
  auto records = five_methods();
  records[1].environment = {{"hash", "abba"}, {"compiler", "another"}};
  write_experiment(scratch.path(), records);
  CHECK_THAT(refusal(out + "/mine"), Contains("2 of them") && Contains("one build"));
  write_experiment(scratch.path(), {});
  CHECK_THAT(refusal(out + "/mine"), Contains("at least one record; got none in " + out + "/mine"));
  fs::remove(scratch.path() / "mine/experiment.json");
  CHECK_THAT(refusal(out + "/mine"), Contains("no experiment.json"));
}

}  // namespace pages_tests
