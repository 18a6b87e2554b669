// Tests of sweeps of tuned runs, and of tables of their records.

#include "harness/records/rows.hpp"
#include "harness/records/tuning/choose_settings.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/records/record_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

namespace tuned_sweep_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

/// An integrator whose steps take some milliseconds.
const Json laddered{{"name", "test_ladder"}, {"parameters", {{"gain", 10}}}};

Json source_of(const Json& settings, const Json& integrator = laddered) {
  return {{"schema", "stiffbench.experiment/1"},
          {"name", "small"},
          {"title", "a test's own"},
          {"problems", Json::array({{{"name", "oscillator"}}})},
          {"integrators", Json::array({integrator})},
          {"counts", {100, 200}},
          {"repeats", 1},
          {"settings", settings}};
}

Experiment experiment_of(const Json& settings) {
  Experiment experiment = make_experiment(source_of(settings), "small.json");
  experiment.text = experiment.source.dump();
  return experiment;
}

long count_tuned(const Experiment& experiment) {
  return std::ranges::count_if(experiment.blocks.at(0).plans,
                               [](const RunPlan& plan) { return plan.request.tuned; });
}

std::vector<Json> records_in(const std::filesystem::path& folder) {
  std::vector<Json> records;
  std::istringstream lines(test::read_text(folder / "records.jsonl"));
  for (std::string line; std::getline(lines, line);) records.push_back(Json::parse(line));
  return records;
}

Record tuned_record(double h, double time) {
  Record record = test::record_of("rk4", h, 1e-3, time);
  record.tuning = Tuning{
      .measure = "energy_norm_relative", .default_seconds = 3 * time, .chosen_seconds = time};
  return record;
}

}  // namespace

TEST_CASE("an experiment states whether its runs are tuned, and an option replaces that") {
  CHECK(count_tuned(experiment_of("default")) == 0);
  CHECK(count_tuned(experiment_of("tuned")) == 2);
  Experiment both = experiment_of({"tuned", "default"});
  CHECK(both.blocks[0].plans.size() == 4);
  CHECK(count_tuned(both) == 2);
  set_settings(both, true);
  CHECK(both.source["settings"] == "tuned");
  CHECK(both.blocks[0].plans.size() == 2);
  CHECK(count_tuned(both) == 2);
  set_settings(both, false);
  CHECK(count_tuned(both) == 0);
  CHECK_THROWS_WITH(experiment_of("best"), Contains("settings"));
}

TEST_CASE("an experiment states whether its tuned runs carry algorithms") {
  const auto carries = [](const char* settings, const char* algorithms) {
    Json source = source_of(settings);
    source["algorithms"] = algorithms;
    return make_experiment(source, "small.json")
        .blocks.at(0)
        .plans.at(0)
        .request.carries_algorithms;
  };
  CHECK(carries("tuned", "carried"));
  CHECK_FALSE(carries("tuned", "searched"));
  CHECK_FALSE(experiment_of("tuned").blocks.at(0).plans.at(0).request.carries_algorithms);
  CHECK_THROWS_WITH(carries("default", "carried"), Contains("no run is tuned"));
  CHECK_THROWS_WITH(carries("tuned", "best"), Contains("algorithms"));
}

TEST_CASE("two runs of each method search algorithms, and the others carry them") {
  const Scratch scratch;
  Json source = source_of("tuned");
  source["counts"] = {100, 150, 200, 300};
  source["algorithms"] = "carried";
  Experiment experiment = make_experiment(source, "small.json");
  experiment.text = source.dump();
  sweep(experiment, scratch.path(), {.jobs = 1});
  std::map<long, bool> carried;
  for (const Json& record : records_in(scratch.path()))
    carried[record["step"]["count"]] = record["tuning"].contains("algorithms");
  CHECK(carried == std::map<long, bool>{{100, false}, {150, true}, {200, false}, {300, true}});
}

TEST_CASE("a sweep tunes the runs of each step, and a killed one keeps the chosen settings") {
  const Scratch scratch;
  const Experiment experiment = experiment_of({"tuned", "default"});
  const auto whole = scratch.path() / "whole", killed = scratch.path() / "killed";
  std::filesystem::create_directories(whole);
  std::filesystem::create_directories(killed);
  const auto done = sweep(experiment, whole, {.jobs = 1});
  CHECK(done.status.at(Status::ok) == 4);
  const auto records = records_in(whole);
  long tuned = 0;
  std::ofstream parts(killed / "unfinished.jsonl");
  for (Json record : records) {
    if (!record.contains("tuning")) continue;
    ++tuned;
    CHECK(record["integrator"]["parameters"]["algorithm"] == "fast");
    record["runtime"] = nullptr;
    record["tuning"]["default"] = 1234.5;  // so that a second search would show
    parts << record.dump() << "\n";
  }
  CHECK(tuned == 2);
  // The second search began with the settings that the first one chose.
  const auto is_second = [](const Json& record) {
    return record.contains("tuning") &&
           record["tuning"]["tried"][0]["settings"] == record["tuning"]["settings"];
  };
  CHECK(std::ranges::count_if(records, is_second) == 1);
  parts.close();
  CHECK(sweep(experiment, killed, {.jobs = 1}).status.at(Status::ok) == 4);
  for (const Json& record : records_in(killed)) {
    if (!record.contains("tuning")) continue;
    CHECK(record["tuning"]["default"] == 1234.5);
    // The requested settings take twelve times as long.
    CHECK(record["runtime"]["median"].get<double>() < 8 * record["tuning"]["chosen"].get<double>());
  }
  CHECK(sweep(experiment, killed, {.jobs = 1}).reused == 4);
}

TEST_CASE("rows show the tuned record where a run has both") {
  const std::vector<Record> records{test::record_of("rk4", 0.1, 1e-3, 3), tuned_record(0.1, 1),
                                    test::record_of("rk4", 0.05, 1e-4, 6)};
  const auto steps_and_times = [](const std::vector<Record>& all) {
    std::vector<std::pair<double, double>> pairs;
    for (const Record& record : all) pairs.emplace_back(*record.h, record.result.runtime->median);
    return pairs;
  };
  using Pairs = std::vector<std::pair<double, double>>;
  CHECK(steps_and_times(choose_settings(records, "tuned")) == Pairs{{0.1, 1}, {0.05, 6}});
  CHECK(steps_and_times(choose_settings(records, "default")) == Pairs{{0.1, 3}, {0.05, 6}});
  CHECK(steps_and_times(choose_settings({tuned_record(0.1, 1)}, "default")) == Pairs{{0.1, 3}});
  Record untimed = tuned_record(0.1, 1);
  untimed.tuning->default_seconds.reset();
  CHECK_THROWS_WITH(choose_settings({untimed}, "default"), Contains("tuned ones alone"));
  CHECK(make_rows(choose_settings(records, "tuned"))[0].method == "rk4");
}

TEST_CASE("the requested settings of a tuned record have their own time, and no counts of others") {
  Record record = tuned_record(0.1, 1);
  record.tuning->settings = record.integrator.parameters = {{"tolerance", 1e-3}};
  record.integrator.automatic = {{"tolerance", 1e-9}};
  record.result.work = Work{};
  const Record requested = with_requested_settings(record).value();
  CHECK(requested.result.runtime->total() == 3);
  CHECK_FALSE(requested.result.work);
  CHECK_FALSE(requested.tuning);
  CHECK(requested.integrator.parameters == Settings{{"tolerance", 1e-9}});
  CHECK(requested.integrator.automatic.empty());
  record.tuning = Tuning{.reason = "it has no parameter that a search may change"};
  CHECK(with_requested_settings(record).value().result.work);
}

TEST_CASE("a table states how much tuning gains, if any record is tuned") {
  const Scratch scratch;
  const std::string folder = scratch.path().string();
  {
    std::ofstream file(scratch.path() / "records.jsonl");
    file << to_json(test::record_of("rk4", 0.1, 1e-3, 3)).dump() << "\n"
         << to_json(tuned_record(0.1, 1)).dump() << "\n";
  }
  const auto tuned = test::run_program("table '" + folder + "'"),
             plain = test::run_program("table --settings default '" + folder + "'");
  CHECK_THAT(tuned.out, Contains("tuned by") && Contains("3.00"));
  CHECK_THAT(plain.out, !Contains("tuned by"));
  CHECK(Json::parse(test::run_program("table --json '" + folder + "'").out)[0]["tuned_by"] == 3.0);
  const auto refused = test::run_program("table --settings best '" + folder + "'");
  CHECK(refused.status != 0);
}

TEST_CASE("a dry run and a plan of tuned runs need no search") {
  const Scratch scratch;
  const std::string file = (scratch.path() / "small.json").string();
  std::ofstream(file) << source_of({"tuned", "default"}, {{"name", "implicit_midpoint"}}).dump();
  const auto dry = test::run_program("run --dry-run '" + file + "'");
  CHECK(dry.status == 0);
  CHECK_THAT(dry.out, Contains("implicit_midpoint, tuned") && Contains("4 of 4 runs to do"));
  const auto plain = test::run_program("run --dry-run --settings default '" + file + "'");
  CHECK_THAT(plain.out, !Contains("tuned") && Contains("2 of 2 runs to do"));
  CHECK(test::run_program("plan '" + file + "'").status == 0);
}

}  // namespace tuned_sweep_tests
