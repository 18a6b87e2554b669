// Tests of the parts of runs that a sweep which was stopped leaves in unfinished.jsonl.

#include "base/error.hpp"
#include "base/files.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/selection.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace parts_tests {

using namespace stiffbench;
using test::Scratch;

namespace {

constexpr double kept_sample = 77;  // s; no run here takes so long

Experiment two_methods(const Scratch& scratch) {
  const auto file = scratch.path() / "two.json";
  write_atomically(file, R"({"schema": "stiffbench.experiment/1", "name": "two",
    "title": "a test's own", "problems": [{"name": "fput", "parameters": {"end_time": 1}}],
    "integrators": [{"name": "velocity_verlet"}, {"name": "rk4"}], "repeats": 3,
    "counts": [1000, 2000]})");
  return load_experiment(file.string());
}

SweepSummary run(const Experiment& experiment, const Scratch& scratch, Again again = {}) {
  return sweep(experiment, scratch.path() / "out",
               {.with_reference = false, .seed = 1, .again = std::move(again)});
}

/// Runs the experiment and replaces all of its records by parts, as if the sweep had been stopped
/// after one sample of each run. `change` may change the records.
void leave_parts(const Experiment& experiment, const Scratch& scratch,
                 const std::function<void(Json&)>& change = {}) {
  run(experiment, scratch);
  std::string parts;
  for (const Record& record : read_records(scratch.path() / "out")) {
    Json json = to_json(record);
    json["runtime"] = nullptr;
    if (change) change(json);
    parts += json.dump() + "\n";
    parts += Json{{"id", record.id}, {"sample", {0, kept_sample}}, {"core", nullptr}}.dump() + "\n";
  }
  std::filesystem::remove(scratch.path() / "out/records.jsonl");
  write_atomically(scratch.path() / "out/unfinished.jsonl", parts);
}

/// Returns the number of records of a method that have the kept sample.
long kept_by(const Scratch& scratch, const std::string& method) {
  const auto records = read_records(scratch.path() / "out", LeftOut::none);
  return std::ranges::count_if(records, [&](const Record& record) {
    return record.integrator.name == method &&
           std::ranges::count(record.result.runtime.value().samples, kept_sample) == 1;
  });
}

}  // namespace

TEST_CASE("a sweep of some runs leaves the parts of the others, and later ones go on with them") {
  const Scratch scratch;
  Experiment rk4 = two_methods(scratch);
  leave_parts(rk4, scratch);
  const Experiment whole = two_methods(scratch);
  select(rk4, {.only = {"rk4"}});
  CHECK(run(rk4, scratch).written() == 2);
  CHECK(kept_by(scratch, "rk4") == 2);
  CHECK(test::count_lines(test::read_text(scratch.path() / "out/unfinished.jsonl")) == 4);
  CHECK(run(whole, scratch).written() == 2);
  CHECK(kept_by(scratch, "velocity_verlet") == 2);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out/unfinished.jsonl"));
}

TEST_CASE("a run that is to be made again takes up no earlier part") {
  const Scratch scratch;
  const Experiment whole = two_methods(scratch);
  leave_parts(whole, scratch);
  run(whole, scratch, {{"rk4"}});
  CHECK(kept_by(scratch, "rk4") == 0);
  CHECK(kept_by(scratch, "velocity_verlet") == 2);
}

TEST_CASE("the times of a record are of one CPU: parts of another one are left out") {
  const Scratch scratch;
  const Experiment whole = two_methods(scratch);
  leave_parts(whole, scratch, [](Json& record) {
    if (record["integrator"]["name"] == "rk4") record["environment"]["cpu"]["model"] = "Another";
  });
  run(whole, scratch);
  CHECK(kept_by(scratch, "rk4") == 0);
  CHECK(kept_by(scratch, "velocity_verlet") == 2);
}

TEST_CASE("a run goes on with its last pass, whatever was begun before on another CPU") {
  const Scratch scratch;
  const Experiment whole = two_methods(scratch);
  const auto file = scratch.path() / "out/unfinished.jsonl";
  leave_parts(whole, scratch,
              [](Json& record) { record["environment"]["cpu"]["model"] = "Other"; });
  const std::string foreign = test::read_text(file);
  std::filesystem::remove(file);
  leave_parts(whole, scratch);
  write_atomically(file, foreign + test::read_text(file));
  run(whole, scratch);
  CHECK(kept_by(scratch, "rk4") == 2);
  CHECK(kept_by(scratch, "velocity_verlet") == 2);
}

TEST_CASE("a sweep that finds its folder in use leaves the experiment there as it is") {
  const Scratch scratch;
  Experiment whole = two_methods(scratch);
  run(whole, scratch);
  const auto file = scratch.path() / "out/experiment.json";
  const std::string before = test::read_text(file);
  whole.text = "another state of it";
  {
    const LinesFile in_use(scratch.path() / "out/records.jsonl");
    CHECK_THROWS_AS(run(whole, scratch), Error);
  }
  CHECK(test::read_text(file) == before);
}

}  // namespace parts_tests
