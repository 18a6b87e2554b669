#include "harness/cli/command.hpp"
#include "harness/cli/command_line.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace enrolment_tests {

using namespace stiffbench;

namespace {

/// Output and exit status of a program that enrols a second command "run".
int run_with_twin(const std::filesystem::path& out) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (!std::freopen(out.c_str(), "w", stderr)) ::_exit(100);
    enrol_command<int>(
        {CommandGroup::tools, "run", "Runs"}, [](int&, ArgumentList&) {}, [](int&) { return 0; });
    const char* words[] = {"stiffbench", "--version"};
    const int status = command_line(2, words);
    std::fflush(stderr);
    ::_exit(status);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a name enrolled twice is told in one line before anything is done") {
  const test::Scratch scratch;
  const auto err = scratch.path() / "err";
  CHECK(run_with_twin(err) == 2);
  CHECK(test::read_text(err) ==
        "stiffbench: the name of every command is its own; got 'run' twice; rename one of the "
        "two\n");
}

}  // namespace enrolment_tests
