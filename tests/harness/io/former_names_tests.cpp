// Tests of names that files and commands of earlier states have.

#include "harness/io/former_names.hpp"
#include "harness/sweep/experiment.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace former_names_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

TEST_CASE("files with former names are read, and have today's names") {
  Json experiment = Json::parse(R"({
    "schema": "stiffbench.experiment/1", "name": "old", "title": "an experiment with former names",
    "problems": [{"name": "toothbrush", "parameters": {"nx": 2, "ny": 2}}],
    "integrators": [{"name": "sdirk2", "counts": [4],
                     "parameters": {"hessian": "projected", "contact": "corrector"}},
                    {"name": "cvode_bdf", "tolerances": [1e-4],
                     "parameters": {"linear_solver": "spgmr_half"}}],
    "starts": {"count": 2, "shift": 1e-6}, "reference": {"skip": true}})");
  const Experiment read = make_experiment(experiment, "old.json");
  const RunPlan& plan = read.blocks.front().plans.front();
  CHECK(plan.problem->name() == "brush");
  CHECK(plan.start->perturbation == 1e-6);
  CHECK(plan.request.integrator_settings ==
        Settings{{"hessian_correction", "psd_projection"}, {"contact", "lcp"}});
  CHECK(read.blocks.front().plans.back().request.integrator_settings ==
        Settings{{"linear_solver", "spgmr_half_size"}});

  Json table = Json::parse(R"({"name": "coil_table2", "integrators": [{"name": "cvode_bdf",
                               "parameters": {"linear_solver": "half", "max_order": 2}}]})");
  rename_in_experiment(table);
  CHECK(table == Json::parse(R"({"name": "coil_luan2021_table2", "integrators": [{"name":
      "cvode_bdf", "parameters": {"linear_solver": "half_size", "max_order": 2}}]})"));
  CHECK(find_experiment("coil_table2") == find_experiment("coil_luan2021_table2"));

  Json record = Json::parse(R"({"problem": {"name": "toothbrush"}, "status": "newton_failed",
                                "start": {"index": 2, "shift": 1e-6},
                                "work": {"jacobian_times": 2, "setup": 1}})");
  rename_in_record(record);
  CHECK(record == Json::parse(R"({"problem": {"name": "brush"}, "status": "newton_not_converged",
                                  "start": {"index": 2, "perturbation": 1e-6},
                                  "work": {"jacobian_products": 2, "one_time_setups": 1}})"));
  Json other = Json::parse(R"({"problem": {"name": "fput"}, "status": "ok", "start": null})");
  const Json same = other;
  rename_in_record(other);
  CHECK(other == same);
}

TEST_CASE("former options are accepted, and --help shows today's") {
  const auto end = run_program(
      "run --problem duffing_chain --integrator sdirk2 --h 0.1 --no-reference --repeats 0 --json "
      "--set integrator.hessian=projected");
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains(R"("hessian_correction":"psd_projection")"));
  CHECK_THAT(run_program("run --problem duffing_chain --integrator sdirk2 --h 0.1 --no-reference "
                         "--repeats 0 --json --set integrator.linear_solver=full")
                 .out,
             Contains(R"("linear_solver":"first_order")"));
  CHECK_THAT(run_program("reference duffing_chain --witness none --witness-limit 1e6").out,
             Contains("digits"));
  CHECK_THAT(run_program("reference --help").out, !Contains("witness"));
}

TEST_CASE("a former command is accepted, with a note") {
  const auto end = run_program("keep --help");
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("archive folders..."));
  CHECK(end.err == "note: the command 'keep' is now 'archive'\n");
  CHECK_THAT(run_program("--help").out, !Contains("\n  keep "));
}

}  // namespace former_names_tests
