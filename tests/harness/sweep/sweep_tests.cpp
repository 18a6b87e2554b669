#include "base/error.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/sweep/sweep.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <signal.h>
#include <sys/resource.h>

namespace sweep_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

// Long enough that the sweep can be killed in its middle.
const char* const experiment = R"({"schema": "stiffbench.experiment/1", "name": "small",
  "title": "a test's own", "problems": [{"name": "fput", "parameters": {"end_time": 10}}],
  "integrators": [{"name": "velocity_verlet"}], "repeats": 2,
  "counts": [100, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000]})";

std::string write_experiment(const Scratch& scratch, std::string text = experiment) {
  const std::string path = (scratch.path() / "small.json").string();
  std::ofstream(path) << text;
  return path;
}

std::set<std::string> ids(const std::string& records) {
  std::set<std::string> all;
  std::istringstream lines(records);
  for (std::string line; std::getline(lines, line);) all.insert(Json::parse(line)["id"]);
  return all;
}

/// Changes a part of the code that the folder's records name, as if an edit had done so since.
void change_code(const std::filesystem::path& records, const char* part) {
  std::istringstream lines(test::read_text(records));
  std::ofstream file(records);
  for (std::string line; std::getline(lines, line);) {
    Json record = Json::parse(line);
    record["code"][part] = record["code"]["id"] = "0ld";
    record["id"] = "0ld" + record["id"].get<std::string>();
    file << record.dump() << '\n';
  }
}

}  // namespace

TEST_CASE("a sweep writes every record once, and skips all of them the second time") {
  const Scratch scratch;
  const auto folder = scratch.path() / "out";
  const Experiment small = load_experiment(write_experiment(scratch));
  const auto first = sweep(small, folder, {.with_reference = false});
  CHECK(first.status.at(Status::ok) == 9);
  CHECK(first.status.at(Status::diverged) == 1);
  const std::string records = test::read_text(folder / "records.jsonl");
  CHECK(ids(records).size() == 10);
  const auto second = sweep(small, folder, {.with_reference = false, .seed = 2});
  CHECK(second.reused == 10);
  CHECK(second.status.empty());
  CHECK(test::read_text(folder / "records.jsonl") == records);
  CHECK_FALSE(std::filesystem::exists(folder / "unfinished.jsonl"));
}

TEST_CASE("a sweep runs again what other code has made, and says which") {
  const Scratch scratch;
  const auto folder = scratch.path() / "out", records = folder / "records.jsonl";
  std::string text = experiment;
  text.replace(text.find("\"repeats\": 2"), 12, "\"repeats\": 0");
  text.replace(text.find("100, 1000"), std::string::npos, "100, 1000]}");
  const Experiment small = load_experiment(write_experiment(scratch, text));
  CHECK(sweep(small, folder, {.with_reference = false, .seed = 1}).reuse == "2 new");
  const std::pair<const char*, const char*> parts[] = {
      {"integrator", "2 again: code of velocity_verlet changed"},
      {"problem", "2 again: code of fput changed"},
      {"harness", "2 again: code of the harness changed"},
      {"build", "2 again: compiler or flags changed"}};
  for (const auto& [part, reason] : parts) {
    change_code(records, part);
    CHECK(sweep(small, folder, {.with_reference = false, .seed = 1}).reuse == reason);
  }
  CHECK(test::count_lines(test::read_text(records)) == 10);  // history stays
  CHECK(sweep(small, folder, {.with_reference = false, .seed = 1}).reuse == "2 reused");
  change_code(records, "integrator");  // of all: the nearest ones differ in nothing else
  CHECK(sweep(small, folder, {.with_reference = false, .seed = 1}).reuse ==
        "2 again: code of velocity_verlet changed");
  CHECK(sweep(small, folder, {.with_reference = false, .again = {{"velocity_verlet"}}}).reuse ==
        "2 again: --again");
  CHECK(sweep(small, folder, {.with_reference = false, .again = Again{std::in_place}}).reuse ==
        "2 again: --again");
  CHECK_THROWS_WITH(sweep(small, folder, {.with_reference = false, .again = {{"velocity_verlot"}}}),
                    Contains("did you mean velocity_verlet?"));
}

TEST_CASE("without repeats a run is observed and not timed") {
  const Scratch scratch;
  std::string text = experiment;
  text.replace(text.find("\"repeats\": 2"), 12, "\"repeats\": 0");
  const auto folder = scratch.path() / "out";
  const auto done =
      sweep(load_experiment(write_experiment(scratch, text)), folder, {.with_reference = false});
  CHECK(done.status.at(Status::ok) == 9);
  std::istringstream lines(test::read_text(folder / "records.jsonl"));
  for (std::string line; std::getline(lines, line);) CHECK(Json::parse(line)["runtime"].is_null());
}

TEST_CASE("a sweep that was killed goes on with its earlier records intact") {
  const Scratch scratch;
  const auto file = scratch.path() / "out/records.jsonl";
  const std::string run = "run --no-reference '" + write_experiment(scratch) + "' --out '" +
                          (scratch.path() / "out").string() + "'";
  // kill -9 as soon as two records are there
  const std::string kill_early = "( '" STIFFBENCH_BUILD_DIR "/stiffbench' " + run +
                                 " & while [ \"$(cat '" + file.string() +
                                 "' 2>/dev/null | wc -l)\" -lt 2 ]; do :; done; kill -9 $!; wait ) "
                                 "> /dev/null 2>&1";
  const auto script = scratch.path() / "kill.sh";
  std::ofstream(script) << kill_early << "\ntrue\n";
  REQUIRE(::system(("bash '" + script.string() + "'").c_str()) == 0);
  const std::string before = test::read_text(file);
  REQUIRE(test::count_lines(before) >= 2);
  REQUIRE(test::count_lines(before) < 10);

  std::ofstream(file, std::ios::app) << "{\"id\": \"tor";  // as if killed inside a write
  const auto again = test::run_program(run);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, Contains("cutting off an incomplete last line (11 bytes)"));
  CHECK_THAT(again.out, Contains("reused"));
  const std::string after = test::read_text(file);
  CHECK(after.substr(0, before.size()) == before);
  CHECK(ids(after).size() == 10);
  CHECK(test::count_lines(after) == 10);
}

TEST_CASE("a file that can grow no more keeps its whole lines") {
  const Scratch scratch;
  const auto path = scratch.path() / "records.jsonl";
  LinesFile(path).append(std::string(700, 'a'));
  // 100 more bytes fit, then the write fails in the middle of a line.
  const auto end = isolate(
      [&]() -> std::string {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{801, 801};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        LinesFile(path).append(std::string(700, 'b'));
        return "";
      },
      {});
  CHECK_THAT(end.reason, Contains("File too large") && Contains("run again"));
  CHECK(test::read_text(path) == std::string(700, 'a') + "\n");
}

TEST_CASE("a sweep whose disk fills up ends in one line and can be taken up") {
  const Scratch scratch;
  const auto small = write_experiment(scratch);
  const auto file = scratch.path() / "out/records.jsonl";
  const std::string run =
      "run --no-reference '" + small + "' --out '" + (scratch.path() / "out").string() + "'";
  const auto full = test::run_program(run, "ulimit -f 24;");  // blocks of 512 bytes
  CHECK(full.status == 2);
  CHECK_THAT(full.err, Contains("File too large") && Contains("run again"));
  const std::string before = test::read_text(file);
  CHECK((before.empty() || before.ends_with("\n")));
  CHECK(test::run_program(run).status == 0);
  const std::string after = test::read_text(file);
  CHECK(after.substr(0, before.size()) == before);
  CHECK(ids(after).size() == 10);
}

TEST_CASE("a folder that cannot be written is told before anything runs") {
  const Scratch scratch;
  CHECK_THROWS_WITH(
      sweep(load_experiment(write_experiment(scratch)), "/proc/nothing", {.with_reference = false}),
      Contains("choose a folder that can be written"));
}

TEST_CASE("a full disk is told in one line") {
  const Scratch scratch;
  std::filesystem::create_symlink("/dev/full", scratch.path() / "records.jsonl");
  LinesFile file(scratch.path() / "records.jsonl");
  CHECK_THROWS_WITH(file.append("{}"),
                    Contains("No space left on device") && Contains("make room"));
}

TEST_CASE("records are not written to a file that somebody removed") {
  const Scratch scratch;
  LinesFile file(scratch.path() / "records.jsonl");
  file.append("{}");
  std::filesystem::remove(scratch.path() / "records.jsonl");
  CHECK_THROWS_WITH(file.append("{}"), Contains("leave the folder alone"));
}

TEST_CASE("two sweeps do not share a folder") {
  const Scratch scratch;
  const LinesFile file(scratch.path() / "records.jsonl");
  CHECK_THROWS_WITH(LinesFile(scratch.path() / "records.jsonl"), Contains("other stiffbench"));
}

TEST_CASE("a sweep's mistakes are found before anything runs") {
  const Scratch scratch;
  const auto load = [&](std::string from, const std::string& to) {
    std::string text = experiment;
    text.replace(text.find(from), from.size(), to);
    load_experiment(write_experiment(scratch, text));
  };
  CHECK_THROWS_WITH(load("\"counts\"", "\"cuonts\""), Contains("cuonts"));
  CHECK_THROWS_WITH(load("[100,", "[NaN,"), Contains("well-formed JSON"));
  CHECK_THROWS_WITH(load("[100,", "[0,"), Contains("counts[0] is a whole number of at least 1"));
  CHECK_THROWS_WITH(load("velocity_verlet", "velocity_varlet"),
                    Contains("did you mean velocity_verlet?"));
  CHECK_THROWS_WITH(load("end_time", "end_tmie"), Contains("end_tmie"));
  CHECK_THROWS_WITH(load("\"counts\": [100,", "\"steps\": [0.03,"), Contains("whole number"));
  CHECK_THROWS_WITH(load("\"velocity_verlet\"}", "\"velocity_verlet\", \"problems\": [\"x\"]}"),
                    Contains("among the experiment's"));
  CHECK_THROWS_WITH(load("\"velocity_verlet\"}", "\"velocity_verlet\", \"tolerances\": [1e-3]}"),
                    Contains("takes fixed steps"));
  CHECK_THROWS_WITH(load("\"velocity_verlet\"}", "\"cvode_bdf\", \"counts\": [10]}"),
                    Contains("chooses its own steps"));
  CHECK_THROWS_WITH(load("\"repeats\"", "\"figures\": [\"precison\"], \"repeats\""),
                    Contains("did you mean precision"));
  CHECK_THROWS_WITH(load_experiment("demoo"), Contains("did you mean demo?"));
}

}  // namespace sweep_tests
