// Scenes of contact with bad parameters: a line that names rule, value and remedy, and no results.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace refused_scenes_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

/// Runs a step of the bunny on stairs with this setting, and returns what the program says.
std::string refusal_of(const std::string& setting) {
  const test::Scratch scratch;
  const auto out = scratch.path() / "results";
  const auto end = test::run_program(
      "run --problem bunny_stairs --integrator implicit_euler --h 0.01 --set problem.end_time=0.01 "
      "--set problem.size=300 --no-reference --repeats 0 --out '" +
      out.string() + "' --set " + setting);
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  CHECK(test::count_lines(end.err) == 1);
  CHECK_FALSE(std::filesystem::exists(out));
  return end.err;
}

TEST_CASE("a refused scene of contact says why, and leaves no results") {
  CHECK_THAT(refusal_of("problem.friction=-0.1"), Contains("'friction' must be zero or positive") &&
                                                      Contains("got -0.1") && Contains("give"));
  CHECK_THAT(refusal_of("problem.reach=1"),
             Contains("at most half the shortest edge") && Contains("got 1 m") && Contains("give"));
  CHECK_THAT(refusal_of("problem.reach=nan"), Contains("'reach'") && Contains("got nan"));
}

}  // namespace refused_scenes_tests
