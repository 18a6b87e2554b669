// Tests of the outputs of problems: in every run, in a run that fails, and compared with the
// reference's.

#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/tables/output_table.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/observe.hpp"
#include "harness/run/run_record.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

namespace outputs_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

RunPlan plan_of(const std::string& problem, const Settings& settings, RunRequest request) {
  request.repeats = 0;
  return make_plan(ProblemRegistry::instance().make(problem, settings), request);
}

Json record_of(const RunPlan& plan, const Observation& observation, const Judge& judge) {
  RunResult result = observation;
  if (observation.status == Status::ok) result.error = judge.error(*plan.problem, observation);
  const std::string line = to_json(make_record(plan, "beef", judge.identity(), result)).dump();
  const Json record = Json::parse(line);
  CHECK(to_json(record_from_json(record)).dump() == line);  // nothing is lost on the way
  validate(record, "record", "a test's record");
  return record;
}

}  // namespace

TEST_CASE("the outputs of a run stand in its record, and beside the reference's") {
  const auto plan = plan_of("collision_1d", {{"nodes", 4L}, {"end_time", 3.0}},
                            {.integrator = "implicit_euler", .count = 3000, .energy_series = 20});
  const Judge judge(*plan.problem, {.digits = 6});
  const Json record = record_of(plan, observe(plan), judge);
  REQUIRE(record["status"] == "ok");
  const Json& outputs = record["outputs"];
  CHECK(outputs["impact_time"].get<double>() == Approx(0.09).epsilon(1e-9));  // free flight
  CHECK(outputs["minimum_gap"] > 0);
  CHECK(outputs["smallest_stretch"] > 0);
  CHECK(outputs["contacts"] >= 1);
  CHECK(outputs["series_t"].size() == 21);
  CHECK(outputs["series_leading"].size() == 21);
  CHECK(outputs["modal_energy"].size() == 4);
  CHECK(outputs["momentum_gain"].get<double>() ==
        Approx(10 * (outputs["centre_velocity"].get<double>() + 1)));
  CHECK(std::abs(outputs["momentum_residual"].get<double>()) < 0.02);
  const Json& velocity_error = record["error"]["outputs"]["centre_velocity"];
  CHECK(velocity_error["difference"].get<double>() ==
        outputs["centre_velocity"].get<double>() - velocity_error["reference"].get<double>());
  CHECK(velocity_error["difference"].get<double>() != 0);
  CHECK(std::abs(velocity_error["floor"].get<double>()) < 1e-6);
}

TEST_CASE("a run without an impact has no time of one") {
  const auto plan = plan_of("collision_1d", {{"nodes", 4L}, {"end_time", 0.05}},
                            {.integrator = "implicit_euler", .count = 10});
  const Json record =
      record_of(plan, observe(plan), Judge(*plan.problem, {.with_reference = false}));
  CHECK(record["outputs"]["impact_time"].is_null());
  CHECK(record["outputs"]["contacts"] == 0);
  CHECK_FALSE(record["outputs"].contains("series_t"));
}

TEST_CASE("a step through the wall ends the run as infeasible, and what it did is kept") {
  // Velocity Verlet flies from before the barrier to behind the wall in one step.
  const auto plan = plan_of("particle_wall", {{"wall", "barrier"}, {"x0", 0.85}, {"end_time", 2.0}},
                            {.integrator = "velocity_verlet", .count = 4});
  const Observation observation = observe(plan);
  CHECK(observation.status == Status::infeasible);
  REQUIRE(observation.energy);
  CHECK(observation.energy->final == 0.5);
  const Json record = record_of(plan, observation, Judge(*plan.problem, {.with_reference = false}));
  CHECK_THAT(record["reason"].get<std::string>(), Contains("t = 1"));
  CHECK(record["outputs"]["minimum_position"].get<double>() == Approx(0.35));
  CHECK(record["outputs"]["contacts"] == 0);
}

TEST_CASE("a table of an output, with a paper's numbers beside it") {
  Record record;
  record.id = "1";
  record.problem = {.name = "p", .parameters = {{"case", "soft"}}, .hash = "1"};
  record.integrator.name = "bdf2";
  record.h = 1. / 30;
  record.result.outputs = Settings{{"speed", 0.78}, {"list", std::vector<double>{1, 2}}};
  Record other = record;
  other.id = "2";
  other.h = 0.1;
  other.result.outputs->at("speed") = std::numeric_limits<double>::quiet_NaN();
  other.result.status = Status::diverged;
  const auto made = make_rows({record, other});
  OutputTable table = output_table(made, "speed");
  const Json paper{{"doi", "d"},
                   {"table", "T"},
                   {"output", "speed"},
                   {"methods", {{"BDF2", {{"integrators", {"bdf2"}}}}}},
                   {"rows",
                    {{{"title", "Soft"},
                      {"problem", {{"name", "p"}, {"parameters", {{"case", "soft"}}}}},
                      {"steps", {{{"h", 0.0333333333}, {"values", {{"BDF2", 0.776}}}}}}}}},
                   {"remarks", {"one"}}};
  add_paper_outputs(table, paper);
  const Json rows = to_json(table)["problems"][0]["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["h"] == 0.1);
  CHECK(rows[0]["cells"][0]["value"].is_null());
  CHECK_FALSE(rows[0]["cells"][0].contains("paper"));
  CHECK(rows[1]["cells"][0]["paper"] == 0.776);
  CHECK(rows[1]["cells"][0]["deviation"].get<double>() == Approx(0.004));
  CHECK_THROWS_WITH(output_table(make_rows({record}), "list"), Contains("there are speed"));
  Json wrong = paper;
  wrong["output"] = "other";
  CHECK_THROWS_AS(add_paper_outputs(table, wrong), Error);
}

TEST_CASE("no method that claims feasibility leaves a penetration or an inverted element") {
  int claimed = 0, ended = 0;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    if (!method->facts().feasible) continue;
    ++claimed;
    Settings settings;
    for (auto& parameter : method->parameters())
      if (parameter.name == "line_search") settings["line_search"] = std::string("energy");
    for (const char* scene : {"soft", "medium", "stiff", "damped"})
      for (long count : {150L, 1500L}) {
        const auto plan = plan_of(
            "collision_1d", {{"case", std::string(scene)}},
            {.integrator = method->facts().name, .integrator_settings = settings, .count = count});
        const Observation observation = observe(plan);  // ends the run at an infeasible state
        INFO(method->facts().name << ", " << scene << ", " << count
                                  << " steps: " << observation.reason);
        ended += observation.status == Status::ok;
        CHECK(observation.status != Status::infeasible);
        REQUIRE(observation.outputs);
        CHECK(std::get<double>(observation.outputs->at("minimum_gap")) > 0);
        CHECK(std::get<double>(observation.outputs->at("smallest_stretch")) > 0);
      }
  }
  CHECK(claimed >= 4);
  CHECK(ended >= 4 * 4 * 2);
}

}  // namespace outputs_tests
