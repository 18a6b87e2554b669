// Tests of expected times: every experiment and every replication has one, and all commands agree.

#include "harness/estimates/estimate.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/json.hpp"
#include "harness/replications/claims/replication.hpp"
#include "harness/sweep/expected_time.hpp"
#include "harness/sweep/forecast.hpp"
#include "harness/sweep/work_list.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <map>

namespace expected_time_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

/// A cache in which no sweep has kept anything.
struct EmptyCache {
  Scratch scratch;
  test::Environment environment{"STIFFBENCH_CACHE", scratch.path().c_str()};
};

struct Time {
  double seconds;
  bool is_rough;
  std::string text() const { return duration_text(seconds, is_rough); }
};

/// The times in a list in JSON, by name.
std::map<std::string, Time> times_of(const std::string& command) {
  const auto end = run_program(command);
  REQUIRE(end.status == 0);
  CHECK(end.err.empty());
  std::map<std::string, Time> times;
  for (const Json& entry : Json::parse(end.out)) {
    INFO(entry["name"]);
    REQUIRE(entry["seconds"].is_number());
    times[entry["name"]] = {entry["seconds"], entry["rough"]};
  }
  return times;
}

Time time_of_plan(const std::string& experiment) {
  const auto end = run_program("plan '" + experiment + "' --json");
  REQUIRE(end.status == 0);
  const Json plan = Json::parse(end.out);
  for (const Json& shard : plan["shards"]) CHECK(shard["seconds"] > 0);
  return {plan["seconds"], plan["rough"]};
}

}  // namespace

TEST_CASE("every experiment has a time, and none is made a mesh of") {
  const EmptyCache cache;
  const auto times = times_of("list experiments --json");
  CHECK(times.size() == data_files("results/experiments", ".json").size());
  for (const auto& [name, time] : times) {
    INFO(name);
    CHECK(time.seconds > 0);
  }
  CHECK_THAT(run_program("list experiments").out, !Contains("unknown") && Contains("(rough)"));
  CHECK(fs::is_empty(cache.scratch.path()));
}

TEST_CASE("every replication has a time") {
  const EmptyCache cache;
  const std::string out = " --out '" + (cache.scratch.path() / "out").string() + "'";
  for (const auto& [name, time] : times_of("reproduce --list --json" + out)) {
    INFO(name);
    CHECK((time.seconds > 0) == !load_replication(name).experiments.empty());
  }
}

TEST_CASE("list, dry-run, plan and reproduce say the same time of an experiment") {
  const EmptyCache cache;
  const auto experiments = times_of("list experiments --json"),
             replications = times_of("reproduce --list --json --out '" +
                                     (cache.scratch.path() / "out").string() + "'");
  for (const std::string name : {"demo", "fput_order", "cube_precision_coarse", "coil_motion"}) {
    INFO(name);
    const Time listed = experiments.at(name), planned = time_of_plan(name);
    CHECK(planned.seconds == listed.seconds);
    CHECK(planned.is_rough == listed.is_rough);
    CHECK_THAT(run_program("run " + name + " --dry-run").out,
               Contains("cores: " + listed.text() + "\n"));
    CHECK_THAT(run_program("plan " + name).out, Contains(": " + listed.text() + "\n"));
  }
  CHECK(replications.at("luan2021_stiffness").seconds == experiments.at("fput_stiffness").seconds);
}

TEST_CASE("what is left of an experiment is its share of the whole") {
  const EmptyCache cache;
  const Experiment experiment = load_experiment("fput_stiffness");
  const PartCosts costs(experiment);
  const auto pieces = all_costs(experiment);
  const CostSum all = costs.of(pieces);
  CHECK(all.alone == Approx(costs.whole().alone));
  CHECK(all.beside == Approx(costs.whole().beside));
  const std::size_t half = pieces.size() / 2;
  const CostSum first = costs.of({pieces.begin(), pieces.begin() + static_cast<long>(half)}),
                rest = costs.of({pieces.begin() + static_cast<long>(half), pieces.end()});
  CHECK(first.alone + rest.alone == Approx(all.alone));
  CHECK(first.beside + rest.beside == Approx(all.beside));
}

TEST_CASE("the progress of a part counts with the recorded cost of the whole") {
  const EmptyCache cache;
  const Experiment whole = load_experiment("fput_stiffness");
  Experiment part = whole;
  leave_out(part, [](const RunPlan& plan) { return plan.request.integrator != "exprb42"; });
  REQUIRE(part.whole);
  const auto cost = [](const Experiment& experiment) {
    return Forecast(experiment, make_work_list(experiment, false), 1).observed_cost(0);
  };
  const double shipped = cost(part);
  CostSum longer = *recorded_cost(whole.source);
  longer.alone *= 10;
  longer.beside *= 10;
  record_cost(whole.source, longer);
  CHECK(cost(part) == Approx(10 * shipped));
}

TEST_CASE("an experiment that no file knows has a time, which later programs do not change") {
  const EmptyCache cache;
  const std::string file = cache.scratch.path() / "mine.json";
  std::ofstream(file) << R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "Mine",
    "problems": [{"name": "duffing_chain", "parameters": {"end_time": 1}}],
    "integrators": [{"name": "rk4"}, {"name": "bdf2"}], "counts": [100, 200]})";
  const Time planned = time_of_plan(file);
  CHECK(planned.seconds > 0);
  const std::string whole = "cores: " + planned.text() + "\n";
  CHECK_THAT(run_program("run '" + file + "' --dry-run").out, Contains(whole));
  CHECK_THAT(run_program("run '" + file + "' --dry-run --only rk4").out, Contains(whole));
}

TEST_CASE("a cache of another version is left out without a word, a damaged one with one note") {
  const EmptyCache cache;
  const auto note_of = [&](const char* text) {
    std::ofstream(cache.scratch.path() / "costs.json") << text;
    const auto end = run_program("list experiments");
    CHECK(end.status == 0);
    return end.err;
  };
  CHECK(note_of(R"({"schema": "stiffbench.costs/2", "families": {}})").empty());
  const std::string note = note_of(R"({"schema": "stiffbench.costs/3", "experiments": 1})");
  CHECK_THAT(note, Contains("no estimates from"));
  CHECK(note.find("no estimates") == note.rfind("no estimates"));
}

}  // namespace expected_time_tests
