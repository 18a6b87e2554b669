// Scenes of contact with bad parameters: a line that names rule, value and remedy, and no results.

#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace refused_scenes_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

/// Runs a step of a scene with these options, and returns what the program says.
std::string refusal_of(const std::string& scene) {
  const test::Scratch scratch;
  const auto out = scratch.path() / "results";
  const auto end = test::run_program(
      "run --integrator implicit_euler --h 0.01 --set problem.end_time=0.01 --no-reference "
      "--repeats 0 --out '" +
      out.string() + "' --problem " + scene);
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  CHECK(test::count_lines(end.err) == 1);
  CHECK_FALSE(std::filesystem::exists(out));
  return end.err;
}

TEST_CASE("a refused scene of contact says why, and leaves no results") {
  const std::string stairs = "bunny_stairs --set problem.size=300 --set problem.";
  CHECK_THAT(
      refusal_of(stairs + "friction=-0.1"),
      Contains("'friction' must be zero or positive") && Contains("got -0.1") && Contains("give"));
  CHECK_THAT(refusal_of(stairs + "reach=1"),
             Contains("at most half the shortest edge") && Contains("got 1 m") && Contains("give"));
  CHECK_THAT(refusal_of(stairs + "reach=nan"), Contains("'reach'") && Contains("got nan"));
  CHECK_THAT(refusal_of("dice_roll --set problem.dice=2 --set problem.cells=2 "
                        "--set problem.distance=0.02"),
             Contains("do not intersect at the start") && Contains("got edge") &&
                 Contains("move the bodies apart"));
  CHECK_THAT(refusal_of("thrown_balls --set problem.size=300 --set problem.balls=1 "
                        "--set problem.ball=0.6 --set problem.depth=0.05"),
             Contains("bodies are inside of all planes at the start") &&
                 Contains("got vertex") && Contains("move the body along the plane's normal"));
}

}  // namespace refused_scenes_tests
