// Sweeps with several processes, and sweeps that are stopped.

#include "base/error.hpp"
#include "harness/processes/pool.hpp"
#include "harness/records/read_records.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <set>

namespace jobs_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

std::string write_experiment(const Scratch& scratch, int repeats) {
  const std::string path = (scratch.path() / "small.json").string();
  std::ofstream(path) << R"({"schema": "stiffbench.experiment/1", "name": "small",
    "title": "a test's own", "problems": [{"name": "fput", "parameters": {"end_time": 10}}],
    "integrators": [{"name": "velocity_verlet"}, {"name": "rk4"}], "repeats": )"
                      << repeats << R"(,
    "counts": [1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000]})";
  return path;
}

std::map<std::string, Json> records_in(const std::filesystem::path& folder) {
  std::map<std::string, Json> all;
  std::istringstream lines(test::read_text(folder / "records.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const Json record = Json::parse(line);
    INFO("one record for each id");
    CHECK(all.emplace(record["id"], record).second);
  }
  return all;
}

/// Runs the sweep and sends it a signal once `condition` holds; prints its exit status.
std::string stop_sweep(const Scratch& scratch, const std::string& run, const std::string& signal,
                       const std::string& condition) {
  const auto script = scratch.path() / "stop.sh", out = scratch.path() / "stopped";
  // A job in the background of a script ignores SIGINT; env puts the default back. The signal goes
  // to the sweep with all its processes, as from a terminal.
  std::ofstream(script) << "setsid env --default-signal=INT '" STIFFBENCH_BUILD_DIR "/stiffbench' "
                        << run << " > '" << out.string() << "' 2>&1 &\n"
                        << "program=$!\nuntil " << condition << "; do sleep 0.01; done\nkill -"
                        << signal << " -- -$program\nwait $program\necho \"status $?\" >> '"
                        << out.string() << "'\n";
  REQUIRE(::system(("bash '" + script.string() + "' 2> /dev/null").c_str()) == 0);
  return test::read_text(out);
}

/// Two jobs, or one where there is one core.
const long two_jobs = std::min(2L, usable_cores());
const std::string jobs = fmt::format("--jobs {}", two_jobs);

std::string run_arguments(const Scratch& scratch, int repeats) {
  return "run --no-reference " + jobs + " '" + write_experiment(scratch, repeats) + "' --out '" +
         (scratch.path() / "out").string() + "'";
}

}  // namespace

TEST_CASE("two jobs give the results of one to the last digit") {
  const Scratch scratch;
  const Experiment small = load_experiment(write_experiment(scratch, 1));
  sweep(small, scratch.path() / "one", {.with_reference = false, .jobs = 1});
  sweep(small, scratch.path() / "two", {.with_reference = false, .jobs = two_jobs});
  auto one = records_in(scratch.path() / "one"), two = records_in(scratch.path() / "two");
  REQUIRE(one.size() == 16);
  REQUIRE(two.size() == 16);
  for (auto& [id, record] : one) {
    Json& other = two.at(id);
    CHECK(record["environment"]["jobs"] == 1);
    CHECK(other["environment"]["jobs"] == two_jobs);
    CHECK(record["runtime"]["pinned_core"].is_number_integer());
    for (Json* either : {&record, &other})
      for (auto* part : {"environment", "runtime", "memory"}) either->erase(part);
    CHECK(record == other);
  }
}

TEST_CASE("a pool hands over every result, and an error in a task as an error") {
  std::set<std::string> results;
  PoolTasks tasks{3, 100, [](std::size_t i) { return std::string(1000 * i, 'x'); },
                  [&](std::size_t i, const std::string& text) {
                    CHECK(text.size() == 1000 * i);
                    results.insert(text);
                  },
                  [] {}};
  run_pool(tasks);
  CHECK(results.size() == 100);
  tasks.task = [](std::size_t i) -> std::string {
    if (i == 50) throw Error("a rule");
    return "";
  };
  tasks.receive = [](std::size_t, const std::string&) {};
  CHECK_THROWS_WITH(run_pool(tasks), "a rule");
  tasks.task = [](std::size_t i) -> std::string {
    if (i == 50) ::_exit(3);
    return "";
  };
  CHECK_THROWS_WITH(run_pool(tasks), Contains("it goes on where it was"));
}

TEST_CASE("an interrupted sweep says what is kept and how to go on") {
  // After 3 parts the sweep observes, after 20 it times.
  for (const auto& [signal, parts] : {std::pair{"TERM", "3"}, {"INT", "20"}}) {
    const Scratch scratch;
    const std::string run = run_arguments(scratch, 4);
    const auto folder = scratch.path() / "out";
    const std::string said = stop_sweep(
        scratch, run, signal,
        "[ $(cat '" + (folder / "unfinished.jsonl").string() + "' | wc -l) -ge " + parts + " ]");
    INFO(said);
    CHECK_THAT(said, Contains("interrupted; ") && Contains("of 16 runs are done") &&
                         Contains("go on with: ") && Contains(jobs) && Contains("status 130"));
    const auto before = records_in(folder);
    for (auto& [id, record] : before) CHECK(record["status"] == "ok");
    CHECK(read_records(folder).size() >= 3);  // those that are not timed yet are visible
    for (const Record& record : read_records(folder)) CHECK(record.result.status == Status::ok);
    CHECK(test::run_program(run).status == 0);
    CHECK(records_in(folder).size() == 16);
  }
}

// STIFFBENCH_KILLS=500 kills as often.
TEST_CASE("a sweep that is killed at any moment loses nothing and doubles nothing") {
  const char* count = ::getenv("STIFFBENCH_KILLS");
  const int kills = count ? std::atoi(count) : 4;
  for (int i = 0, left = kills; left > 0; ++i) {
    const Scratch scratch;
    const std::string run = run_arguments(scratch, i % 3);
    const auto folder = scratch.path() / "out";
    std::map<std::string, Json> before;
    for (int step = 0; step < 4 && left > 0; ++step, --left) {
      const double delay = 0.01 + std::abs(std::sin(100.0 * left)) * 0.4;
      stop_sweep(scratch, run, "KILL", "sleep " + std::to_string(delay));
      std::istringstream lines(test::read_text(folder / "records.jsonl"));
      std::map<std::string, Json> now;
      for (std::string line; std::getline(lines, line);)
        if (Json::accept(line)) CHECK(now.emplace(Json::parse(line)["id"], line).second);
      for (auto& [id, line] : before) CHECK(now.at(id) == line);
      before = std::move(now);
    }
    CHECK(test::run_program(run).status == 0);
    CHECK(records_in(folder).size() == 16);
  }
}

}  // namespace jobs_tests
