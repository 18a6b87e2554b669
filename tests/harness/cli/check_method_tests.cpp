// check method: what it says of sound methods, of those without a known one, and of its words.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <regex>

namespace check_method_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

TEST_CASE("a sound row is judged in all parts, and nothing is wrong") {
  const auto end = test::run_program("check method sdirk2");
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains(", beside newmark"));
  for (const char* words :
       {"coefficients  ok: ", "\ngrowth ", "its R(z) says", "\norders ", " 0 not; ", "\nerrors ",
        "\nbaseline      ok: ", "\nsdirk2: nothing is wrong\n"})
    CHECK_THAT(end.out, Contains(words));
  std::istringstream lines(end.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("check method says what it is given wrong, and fails where the baseline does") {
  CHECK_THAT(test::run_program("check method newmrk").err, Contains("did you mean newmark"));
  CHECK_THAT(test::run_program("check method newmark --beside newmark").err,
             Contains("beside another one"));
  CHECK_THAT(test::run_program("check method composition8").err, Contains("--beside METHOD"));
  CHECK_THAT(test::run_program("check method newmark --problem fputt").err,
             Contains("did you mean fput?"));
  CHECK_THAT(test::run_program("check method newmark --problem contact_ball").err,
             Contains("got 'contact_ball', which declares none"));

  const test::Scratch scratch;
  const std::string folder = scratch.path().string(), file = folder + "/records.jsonl";
  std::ofstream(folder + "/experiment.json") << R"({"schema": "stiffbench.experiment/1",
    "name": "mine", "title": "a test's own", "problems": [{"name": "damped_oscillator"}],
    "integrators": [{"name": "newmark"}], "counts": [50]})";
  REQUIRE(test::run_program("check baseline --write " + folder).status == 0);
  const std::string check = " --problem oscillator --baseline " + folder,
                    records = test::read_text(file);
  CHECK_THAT(test::run_program("check method rk4" + check).out,
             Contains("orders        1 as declared, 0 not; ") && Contains("has no run of it") &&
                 Contains("nothing is wrong"));
  std::ofstream(file) << std::regex_replace(records, std::regex("\"force\":[0-9]+"), "\"force\":1");
  const auto end = test::run_program("check method newmark" + check);
  INFO(end.out << end.err);
  CHECK(end.status == 1);
  CHECK_THAT(end.out, Contains("worse: work of ") && Contains("what its baseline holds"));
}

}  // namespace check_method_tests
