// Threads of runs: of CHOLMOD and BLAS, in records, and beside jobs.

#include "base/system/use_threads.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/processes/pool.hpp"
#include "harness/records/read_records.hpp"
#include "harness/run/observe.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace threads_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

long threads() {
  namespace fs = std::filesystem;
  return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator());
}

/// The threads that a run with factorizations adds to those of a process.
long threads_of_factorizations() {
  const long before = threads();
  RunRequest request{.integrator = "implicit_euler"};
  request.count = 1;
  const Settings coil{{"turns", 0.5}, {"sections", 32L}, {"end_time", 0.01}};
  const Observation observation =
      observe(make_plan(ProblemRegistry::instance().make("coil_spring", coil), request));
  CHECK(observation.work->factorize > 0);
  return threads() - before;
}

/// An experiment of one run, with what stands behind its repeats and behind its integrator.
Experiment one_run(const Scratch& scratch, const std::string& repeats,
                   const std::string& more_integrators = "") {
  const std::string path = (scratch.path() / "small.json").string();
  std::ofstream(path) << R"({"schema": "stiffbench.experiment/1", "name": "small",
    "title": "a test's own", "problems": [{"name": "fput", "parameters": {"end_time": 1}}],
    "integrators": [{"name": "velocity_verlet"})"
                      << more_integrators << R"(], "counts": [1000], "repeats": )" << repeats
                      << "}";
  return load_experiment(path);
}

bool has_one_core() {
  if (usable_cores() > 1) return false;
  WARN("skipped: two threads need two cores");
  return true;
}

}  // namespace

// CHOLMOD starts four threads of its own where supernodes are large. On one core that takes half as
// long again.
TEST_CASE("a factorization runs in one thread") {
  use_one_thread();
  CHECK(threads_of_factorizations() == 0);
}

TEST_CASE("with several threads CHOLMOD starts no more than these") {
  for (const long count : {2L, 3L}) {
    const JobEnd end = isolate(
        [&] {
          use_threads(count);  // those of BLAS begin here
          return std::to_string(threads_of_factorizations());
        },
        {});
    REQUIRE(end.status == Status::ok);
    CHECK(std::stol(end.result) == count - 1);
  }
}

TEST_CASE("threads are part of what a time is, and not of what an error is") {
  if (has_one_core()) return;
  for (const bool timed : {false, true}) {
    const Scratch scratch;
    const std::string repeats = timed ? "1" : "0", two = repeats + R"(, "threads": 2)";
    const SweepOptions options{.with_reference = false, .seed = 1};
    CHECK(sweep(one_run(scratch, repeats), scratch.path(), options).reuse == "1 new");
    CHECK(sweep(one_run(scratch, two), scratch.path(), options).reuse ==
          (timed ? "1 new" : "1 reused"));
    Experiment set = one_run(scratch, repeats);
    set_threads(set, 2);
    CHECK(sweep(set, scratch.path(), options).reused == 1);
    if (!timed) continue;
    std::istringstream lines(test::read_text(scratch.path() / "records.jsonl"));
    for (const long threads : {1L, 2L}) {
      std::string line;
      std::getline(lines, line);
      CHECK(Json::parse(line)["threads"] == threads);
    }
  }
}

TEST_CASE("jobs times threads are no more than there are cores") {
  if (has_one_core()) return;
  const Scratch scratch;
  Experiment small = one_run(scratch, "1");
  set_threads(small, 2);
  const long jobs = usable_cores() / 2;
  CHECK(most_jobs(small) == jobs);
  CHECK_NOTHROW(check_threads(small, jobs));
  CHECK_THROWS_WITH(
      sweep(small, scratch.path() / "out", {.with_reference = false, .jobs = jobs + 1}),
      Contains("jobs times threads") && Contains(fmt::format("give --jobs {}", jobs)));
}

TEST_CASE("more jobs than cores are refused, also of runs of one thread") {
  const Scratch scratch;
  const Experiment small = one_run(scratch, "1");
  const long cores = usable_cores();
  CHECK_NOTHROW(check_threads(small, cores));
  for (const long jobs : {cores + 1, std::numeric_limits<long>::max()})
    CHECK_THROWS_WITH(check_threads(small, jobs),
                      Contains(fmt::format("{} jobs of 1 thread on", jobs)) &&
                          Contains(fmt::format("give --jobs {},", cores)));
}

TEST_CASE("an integrator of an experiment may have threads of its own") {
  if (has_one_core()) return;
  const Scratch scratch;
  Experiment both = one_run(scratch, "1", R"(, {"name": "velocity_verlet", "threads": 2})");
  CHECK(most_jobs(both) == usable_cores() / 2);
  CHECK(sweep(both, scratch.path() / "out", {.with_reference = false, .seed = 1}).reuse == "2 new");
  std::vector<long> threads_of_runs;
  for (const Record& record : read_records(scratch.path() / "out"))
    threads_of_runs.push_back(record.threads);
  std::ranges::sort(threads_of_runs);
  CHECK(threads_of_runs == std::vector<long>{1, 2});
  CHECK_THROWS_WITH(set_threads(both, 2), Contains("name no threads of their own"));
}

}  // namespace threads_tests
