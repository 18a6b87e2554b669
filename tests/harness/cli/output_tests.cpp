// Tests of where output goes: full disks, closed pipes, and lines of a terminal.

#include "harness/cli/terminal/text.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <signal.h>

namespace output_tests {

using Catch::Matchers::Contains;
using stiffbench::test::count_lines;
using stiffbench::test::read_text;
using stiffbench::test::run_program;
using stiffbench::test::Scratch;

namespace {

const std::string program = "'" STIFFBENCH_BUILD_DIR "/stiffbench' ";

/// The exit status of a call through the shell, and what it wrote to standard error.
std::pair<int, std::string> call(const std::string& command) {
  const Scratch scratch;
  const std::string err = scratch.path() / "err";
  const int status = ::system(("bash -c \"" + command + "\" 2> '" + err + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(err)};
}

/// All that a call prints on a terminal of 60 columns.
std::string on_terminal(const std::string& arguments, const std::string& before = "") {
  const Scratch scratch;
  const std::string log = scratch.path() / "log";
  const std::string command = before + " COLUMNS=60 script -qec \"" + program + arguments + "\" '" +
                              log + "' > /dev/null < /dev/null";
  CHECK(WIFEXITED(::system(command.c_str())));
  const std::string text = read_text(log);  // between the lines of script itself
  const auto begin = text.find('\n') + 1, end = text.rfind("\nScript done");
  return text.substr(begin, end - begin);
}

}  // namespace

TEST_CASE("output that a disk does not take is told, and fails") {
  for (const char* command :
       {"list problems", "list problems --json", "help", "help errors", "--version", "cite rk4",
        "completion bash", "run demo --out x --dry-run", "list integrators --json"}) {
    INFO(command);
    const auto [status, err] = call(program + command + " > /dev/full");
    CHECK(status == 1);
    CHECK(count_lines(err) == 1);
    CHECK_THAT(err,
               Catch::StartsWith("stiffbench: standard output takes all that a command prints; "
                                 "got No space left on device; make room"));
  }
}

TEST_CASE("files do not get what is for streams that are closed") {
  const Scratch scratch;
  const std::string out = scratch.path() / "out";
  const auto run = [&](const std::string& rest) {
    return call(program + "run fput_stiffness --only epirk4s3 --out '" + out + "' " + rest).first;
  };
  CHECK(run("2>&- > /dev/null") == 0);
  CHECK(run("--again epirk4s3 <&- 2>&- > /dev/null") == 0);
  CHECK(run_program("table '" + out + "'").status == 0);
  const auto [status, err] = call(program + "list problems >&-");
  CHECK(status == 1);
  CHECK_THAT(err, Contains("standard output takes all that a command prints; got Bad file"));
}

TEST_CASE("a reader that has seen enough gets no message") {
  const std::string command = program + "list integrators --json | true; exit \\${PIPESTATUS[0]}";
  constexpr int killed = 128 + SIGPIPE;
  CHECK(call(command) == std::pair(killed, std::string()));
  // Where the signal is ignored, the write fails in its place.
  CHECK(call("trap '' PIPE; " + command) == std::pair(killed, std::string()));
}

TEST_CASE("progress leaves the terminal before a result is printed") {
  const Scratch cache;
  const std::string before = "STIFFBENCH_CACHE='" + cache.path().string() + "'";
  const std::string shown = on_terminal(
      "run --problem fput --set problem.end_time=0.3 --integrator rk4 --h 0.01 --repeats 1",
      before);
  CHECK_THAT(shown, Contains("reference: ") && Contains("\033[Krk4 on fput: ok"));
  const Scratch other;
  CHECK_THAT(on_terminal("reference fput --set problem.end_time=0.3",
                         "STIFFBENCH_CACHE='" + other.path().string() + "'"),
             Contains("0/1 runs") && Contains("\033[Kreference "));
}

TEST_CASE("a refusal is wrapped on a terminal, and one line elsewhere") {
  const std::string wrong = "run --problem fput --integrator velocity_varlet --h 0.1";
  CHECK(count_lines(run_program(wrong).err) == 1);
  std::istringstream lines(on_terminal(wrong));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    CHECK(line.substr(0, line.find('\r')).size() <= 60);
  CHECK(count > 1);
}

TEST_CASE("progress and refusals that nobody can read leave the command as it is") {
  const Scratch scratch;
  CHECK(call(program + "run demo --only exprb2 --problems fput --h 0.02 --no-reference --out '" +
             scratch.path().string() + "' 2> /dev/full")
            .first == 0);
  CHECK(call(program + "ruin demo 2> /dev/full").first == 2);
}

TEST_CASE("lines about a reference fit a page") {
  const Scratch cache;
  const auto end = run_program("reference fput --set problem.end_time=0.3",
                               "STIFFBENCH_CACHE='" + cache.path().string() + "'");
  REQUIRE(end.status == 0);
  std::istringstream lines(end.out);
  for (std::string line; std::getline(lines, line);)
    if (line.find('/') == std::string::npos)  // the path of a file is one word
      CHECK(stiffbench::width_of(line) <= stiffbench::page_width);
}

TEST_CASE("a problem without a reference is told so, and the command fails") {
  const auto end = run_program("reference contact_ball");
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Contains("got none of contact_ball: contacts constrain the motion") &&
                          Contains("compare energies and outputs"));
  CHECK(end.out.find("refused: ") == std::string::npos);
}

}  // namespace output_tests
