// Tests of experiments with several starts: their runs, and what they refuse.

#include "base/error.hpp"
#include "harness/records/compare/comparison.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace starts_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

const Json plain = Json::parse(R"({"schema": "stiffbench.experiment/1", "name": "starts",
  "title": "a test's own", "problems": [{"name": "fput", "parameters": {"end_time": 10}}],
  "integrators": [{"name": "velocity_verlet"}], "counts": [500, 1000], "repeats": 0,
  "reference": {"skip": true}, "starts": {"count": 3, "perturbation": 1e-6}})");

Experiment load(const Scratch& scratch, const Json& changes = Json::object()) {
  Json experiment = plain;
  experiment.merge_patch(changes);
  const auto path = scratch.path() / "starts.json";
  std::ofstream(path) << experiment.dump();
  return load_experiment(path.string());
}

}  // namespace

TEST_CASE("an experiment with starts has each run once from each of them") {
  const Scratch scratch;
  const auto folder = scratch.path() / "out";
  const Experiment experiment = load(scratch);
  CHECK(sweep(experiment, folder, {.with_reference = false}).reuse == "6 new");
  const auto records = read_records(folder);
  std::map<double, std::set<long>> starts;
  std::set<double> energies;
  for (const Record& record : records) {
    REQUIRE(record.start);
    CHECK(record.start->perturbation == 1e-6);
    CHECK(record.problem.hash == records.front().problem.hash);
    starts[*record.h].insert(record.start->index);
    energies.insert(record.result.energy->initial);
  }
  CHECK(starts == std::map<double, std::set<long>>{{0.01, {1, 2, 3}}, {0.02, {1, 2, 3}}});
  CHECK(energies.size() == 3);  // three starts, alike for both steps
  CHECK(sweep(experiment, folder, {.with_reference = false}).reuse == "6 reused");
  const auto of_perturbation = load(scratch, {{"starts", {{"perturbation", 1e-5}}}});
  CHECK(sweep(of_perturbation, folder, {.with_reference = false}).reuse == "6 new");
  const auto more = load(scratch, {{"starts", {{"count", 4}}}});
  CHECK(sweep(more, folder, {.with_reference = false}).reuse == "6 reused, 2 new");
  const Experiment own = load(scratch, {{"starts", nullptr}});
  CHECK(sweep(own, folder, {.with_reference = false}).reuse == "2 new");
}

TEST_CASE("runs from one start are compared with each other") {
  const Scratch scratch;
  const auto folder = scratch.path() / "out";
  sweep(load(scratch), folder, {.with_reference = false});
  const auto records = read_records(folder);
  const Comparison same = compare_records(records, records, {});
  CHECK(same.runs.size() == 6);
  CHECK(same.only_before.empty());
}

TEST_CASE("several starts exclude what would be an error against another start") {
  const Scratch scratch;
  CHECK_THROWS_WITH(load(scratch, {{"reference", nullptr}}), Contains("\"skip\": true"));
  CHECK_THROWS_WITH(load(scratch, {{"reference", {{"skip", false}}}}), Contains("no errors"));
  const Json oscillator = Json::parse(R"({"problems": [{"name": "oscillator"}]})");
  CHECK_THROWS_WITH(load(scratch, oscillator), Contains("has a closed form"));
  for (const Json& starts : {Json{{"count", 1}}, Json{{"perturbation", 0}}, Json{{"velocity", 1}}})
    CHECK_THROWS_AS(load(scratch, {{"starts", starts}}), Error);
}

}  // namespace starts_tests
