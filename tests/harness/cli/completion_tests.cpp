// Tests of completion: what the program offers, and that the scripts hand it to the shells.

#include "base/system/programs.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace completion_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::string offered(const std::string& words) {
  return test::run_program("completion words -- " + words).out;
}

/// What bash offers for the last word of a call, each in a line.
std::string offered_by_bash(const std::string& call) {
  const test::Scratch scratch;
  const auto script = scratch.path() / "script", out = scratch.path() / "out";
  test::run_program(fmt::format("completion bash > '{}'; true", script.string()));
  std::ofstream(script) << test::run_program("completion bash").out
                        << fmt::format(
                               "COMP_WORDS=({})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
                               "_stiffbench \"${{COMP_WORDS[0]}}\"\nprintf '%s\\n' "
                               "\"${{COMPREPLY[@]}}\"\n",
                               call);
  const int status = ::system(fmt::format("PATH='{}':$PATH bash '{}' > '{}'", STIFFBENCH_BUILD_DIR,
                                          script.string(), out.string())
                                  .c_str());
  CHECK(status == 0);
  return test::read_text(out);
}

}  // namespace

TEST_CASE("commands, options and names are offered where they may stand") {
  CHECK_THAT(offered("''"), Contains("run\n") && Contains("check\n") && !Contains("--help"));
  CHECK(offered("ch") == "check\n");
  CHECK(offered("check ''") ==
        "aims\nbaseline\ncontact\nkernels\nmethod\norders\nphi\ntolerances\n");
  CHECK(offered("-") == "--help\n--version\n");
  CHECK(offered("run --prob") == "--problem\n--problems\n");
  CHECK(offered("run --problem fput --prob") == "--problems\n");
  CHECK(offered("run --problem fpu") == "fput\n");
  CHECK(offered("run --problem fput --integrator ros3prl") == "ros3prl2\n");
  CHECK(offered("check orders --integrator rk") == "rk4\nrkc2\nrkl2\nrkn6\n");
  CHECK(offered("run dem") == "demo\n");
  CHECK(offered("figure work") == "work_precision\n");
  CHECK(offered("figure precision ''") == "");  // files
  CHECK(offered("table x --paper you") == "you2026_appendix_e\nyou2026_table2\n");
  CHECK(offered("list fig") == "figures\n");
  CHECK(offered("list integrators rk4 exprb4") == "exprb42\nexprb43\n");
  CHECK(offered("run --problem fput --set problem.om") == "problem.omega=\n");
  CHECK(offered("help statu") == "statuses\nstatus\n");
  CHECK(offered("nothing ''") == "");
}

TEST_CASE("bash hands the words to the program and offers what it says") {
  CHECK(offered_by_bash("stiffbench run --problem fpu") == "fput\n");
  CHECK(offered_by_bash("stiffbench check ''") ==
        "aims\nbaseline\ncontact\nkernels\nmethod\norders\nphi\ntolerances\n");
  CHECK(offered_by_bash("stiffbench help energy") == "energy drift\nenergy norm\n");
  CHECK(offered_by_bash("stiffbench figure precision build/") == "\n");  // left to bash
}

TEST_CASE("zsh finds the script for it by its first line") {
  CHECK_THAT(test::run_program("completion zsh").out, Catch::StartsWith("#compdef stiffbench\n"));
}

TEST_CASE("the script for zsh is a function of zsh") {
  if (find_on_path("zsh").empty()) {
    WARN("skipped: zsh is not installed; ./bootstrap test installs it");
    return;
  }
  const test::Scratch scratch;
  const auto script = (scratch.path() / "_stiffbench").string();
  std::ofstream(script) << test::run_program("completion zsh").out;
  CHECK(::system(fmt::format("zsh -n '{}'", script).c_str()) == 0);
}

}  // namespace completion_tests
