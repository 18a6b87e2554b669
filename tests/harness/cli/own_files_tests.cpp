// Tests that no command replaces a file that is not its own.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace own_files_tests {

using Catch::Matchers::Contains;
using stiffbench::test::count_lines;
using stiffbench::test::Finished;
using stiffbench::test::read_text;
using stiffbench::test::run_program;
using stiffbench::test::Scratch;

namespace {

namespace fs = std::filesystem;

void check_refusal(const Finished& end, const std::string& got, const std::string& remedy) {
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  CHECK(count_lines(end.err) == 1);
  CHECK_THAT(end.err, Contains(got) && Contains(remedy));
}

/// A sweep of one short run.
std::string experiment(const std::string& name, int count) {
  return R"({"schema": "stiffbench.experiment/1", "name": ")" + name + R"(", "title": "One",
    "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}],
    "reference": {"skip": true}, "repeats": 0, "counts": [)" +
         std::to_string(count) + "]}";
}

const std::string single = "run --no-reference --repeats 0 --problem oscillator --integrator rk4 ";

}  // namespace

TEST_CASE(
    "a folder of one experiment is refused for another, and takes a changed one of its name") {
  const Scratch scratch;
  const std::string folder = scratch.path() / "own", a = scratch.path() / "a.json",
                    b = scratch.path() / "b.json";
  const auto sweep = [&](const std::string& file, const std::string& more = "") {
    return run_program("run '" + file + "' --out '" + folder + "' " + more);
  };
  std::ofstream(a) << experiment("first", 100);
  std::ofstream(b) << experiment("second", 100);
  REQUIRE(sweep(a).status == 0);
  const std::string kept = folder + "/experiment.json",
                    records = read_text(folder + "/records.jsonl");
  for (const char* more : {"", "--dry-run"})
    check_refusal(sweep(b, more), "experiment.json of 'first'", "choose another --out");
  CHECK(read_text(kept) == read_text(a));
  CHECK(read_text(folder + "/records.jsonl") == records);

  std::ofstream(a) << experiment("first", 200);
  REQUIRE(sweep(a).status == 0);
  CHECK(read_text(kept) == read_text(a));
  CHECK(count_lines(read_text(folder + "/records.jsonl")) == 2);

  for (const auto& [damaged, remedy] : {std::pair{"{\"name\": ", "mend it there"},
                                        {"[]", "choose another --out"},
                                        {"{\"name\": 3}", "choose another --out"}}) {
    std::ofstream(kept) << damaged;
    check_refusal(sweep(a), "experiment.json", remedy);
    CHECK(read_text(kept) == damaged);
  }
}

TEST_CASE("a record replaces a record or an empty file, and nothing else") {
  const Scratch scratch;
  const std::string file = scratch.path() / "a.json";
  const auto run = [&] { return run_program(single + "--h 0.1 --out '" + file + "'"); };
  for (const std::string& mine : {std::string("my thesis\n"),
                                  std::string("{\"schema\": \"other/1\"}\n"), experiment("x", 1)}) {
    std::ofstream(file) << mine;
    check_refusal(run(), "a.json, which is another file", "choose another --out");
    CHECK(read_text(file) == mine);
  }
  const fs::path cache = scratch.path() / "cache";
  check_refusal(
      run_program("run --problem fput --set problem.end_time=0.3 --integrator rk4 --h 0.01 "
                  "--out '" +
                      file + "'",
                  "STIFFBENCH_CACHE='" + cache.string() + "'"),
      "a.json, which is another file", "choose another --out");
  CHECK_FALSE(fs::exists(cache / "references"));  // it is refused before any work
  std::ofstream(file) << "";
  REQUIRE(run().status == 0);
  REQUIRE(run().status == 0);
  const std::string record = read_text(file);
  CHECK_THAT(record, Catch::StartsWith("{\"schema\":\"stiffbench.record/1\""));
  std::ofstream(file) << record << record;
  check_refusal(run(), "which has 2 lines", "choose another --out");
  CHECK(read_text(file) == record + record);
}

TEST_CASE("pages of results replace only pages of results") {
  const Scratch scratch;
  const std::string readme = scratch.path() / "README.md";
  const auto write = [&] {
    return run_program("reproduce --pages '" + scratch.path().string() + "'");
  };
  std::ofstream(readme) << "# My project\n";
  check_refusal(write(), "README.md, which does not", "choose another folder for --pages");
  CHECK(read_text(readme) == "# My project\n");
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
  fs::remove(readme);
  REQUIRE(write().status == 0);
  REQUIRE(write().status == 0);
}

}  // namespace own_files_tests
