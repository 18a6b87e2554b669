// Tests of files that are given and lead nowhere: without permission, links in a circle, devices,
// no JSON, and a cache that cannot be written.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace wrong_paths_tests {

using Catch::Matchers::Contains;
using stiffbench::test::count_lines;
using stiffbench::test::Finished;
using stiffbench::test::read_text;
using stiffbench::test::run_program;
using stiffbench::test::Scratch;

namespace {

namespace fs = std::filesystem;

/// Runs the program without the right to pass over permissions, which root has.
Finished run_as_user(const std::string& arguments) {
  const std::string caps = "-dac_override,-dac_read_search";
  return run_program(
      arguments,
      ::geteuid() == 0 ? "setpriv --bounding-set=" + caps + " --inh-caps=" + caps + " --" : "");
}

void check_refusal(const Finished& end, const std::string& got, const std::string& remedy) {
  INFO(end.err);
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  CHECK(count_lines(end.err) == 1);
  CHECK_THAT(end.err, Contains(got) && Contains(remedy));
}

const std::string sweep = "run fput_stiffness --only epirk4s3 --no-reference --out ";

}  // namespace

TEST_CASE("a file or folder without permission is named as such") {
  const Scratch scratch;
  const fs::path folder = scratch.path() / "records", file = folder / "records.jsonl";
  REQUIRE(run_program(sweep + "'" + folder.string() + "'").status == 0);
  const std::string table = "table '" + folder.string() + "'";
  fs::permissions(file, fs::perms::none);
  check_refusal(run_as_user(table), file.string() + ": Permission denied",
                "the permission to read");
  fs::permissions(file, fs::perms::owner_all);
  fs::permissions(folder, fs::perms::none);
  for (const std::string& command :
       {table, "run '" + (folder / "experiment.json").string() + "' --dry-run"})
    check_refusal(run_as_user(command), "Permission denied", "the permission to read");
  fs::permissions(folder, fs::perms::owner_all);
  CHECK(run_as_user(table).status == 0);
}

TEST_CASE("symbolic links in a circle are named as such") {
  const Scratch scratch;
  const fs::path here = scratch.path() / "here", there = scratch.path() / "there";
  fs::create_symlink(here, there);
  fs::create_symlink(there, here);
  for (const char* command : {"table ", "run --dry-run ", "compare "})
    check_refusal(run_program(command + ("'" + here.string() + "'") +
                              (command == std::string("compare ") ? " x" : "")),
                  "Too many levels of symbolic links", "links lead to each other");
}

TEST_CASE("a sweep whose estimates cannot be kept ends as any other, with a note") {
  const Scratch scratch;
  const std::string folder = scratch.path() / "records", file = scratch.path() / "mine.json";
  std::ofstream(file) << R"({"schema": "stiffbench.experiment/1", "name": "mine",
    "title": "a test's own", "problems": [{"name": "oscillator"}],
    "integrators": [{"name": "rk4"}], "counts": [50]})";
  // /proc refuses new files even to root.
  const auto end =
      run_program("run '" + file + "' --out '" + folder + "'", "STIFFBENCH_CACHE=/proc/stiffbench");
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains(" ok; ") && Contains(folder + "/records.jsonl"));
  CHECK_THAT(end.err, Contains("note: later estimates do not know these costs: cannot write "));
}

TEST_CASE("files that are no JSON are told with their place") {
  const Scratch scratch;
  const std::string folder = scratch.path().string(), file = folder + "/bad.json",
                    counts = folder + "/counts.json", large = folder + "/large.json";
  const auto refused = [&](const std::string& what, const std::string& got,
                           const std::string& remedy) {
    check_refusal(run_program("run '" + what + "' --out '" + folder + "/out'"), got, remedy);
  };
  std::ofstream(file) << "{\"name\":\n  nothing";
  refused(file, "bad.json must be well-formed JSON; got an error at line 2, byte 13",
          "mend it there");
  refused("/dev/zero", "only files and pipes are read; got /dev/zero", "give a file");
  refused(folder, "an experiment must be a file", "see results/experiments");
  std::ofstream(counts) << R"({"schema": "stiffbench.experiment/1", "name": "c", "title": "C",
    "problems": [{"name": "fput"}], "integrators": [{"name": "rk4"}], "counts": [1e21]})";
  refused(counts, "got 1e+21, which is too large", "write a smaller one");
  std::ofstream(large) << "{";
  fs::resize_file(large, (64 << 20) + 1);
  refused(large, "at most 64 MiB; got " + large, "give another file");
}

TEST_CASE("an experiment may come through a pipe, and its copy is whole") {
  const Scratch scratch;
  const std::string out = scratch.path() / "out";
  const std::string text = R"({"schema": "stiffbench.experiment/1", "name": "piped", "title": "P",
    "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}, {"name": "bdf2"}],
    "reference": {"skip": true}, "repeats": 0, "counts": [100]})";
  std::ofstream(scratch.path() / "file") << text;
  const std::string pipe = "cat '" + (scratch.path() / "file").string() + "' |",
                    call = "run /dev/stdin --only rk4 --out '" + out + "'";
  const auto plan = run_program(call + " --dry-run", pipe);
  CHECK(plan.status == 0);
  CHECK_THAT(plan.out, Contains("1 of 1 runs to do"));
  const auto end = run_program(call, pipe);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("1 runs: 1 new"));
  CHECK(read_text(out + "/experiment.json") == text);
}

}  // namespace wrong_paths_tests
