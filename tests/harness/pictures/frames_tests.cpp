#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/pictures/frames.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

RunPlan plan(const std::string& problem, const Settings& settings, const std::string& integrator,
             long count) {
  RunRequest request{.integrator = integrator};
  request.count = count;
  request.checkpoints = 2;
  return make_plan(ProblemRegistry::instance().make(problem, settings), request);
}

}  // namespace

TEST_CASE("frames hold the bodies in space, from the start to the end") {
  const auto strip = frames(
      plan("flag", {{"rows", 4L}, {"columns", 5L}, {"end_time", 0.01}}, "implicit_midpoint", 4));
  REQUIRE(strip.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    validate(strip[i], "frame", "a frame");
    CHECK(strip[i]["t"].get<double>() == Approx(0.005 * double(i)));
    CHECK(strip[i]["number"] == i);
    REQUIRE(strip[i]["bodies"].size() == 1);
    const Json& cloth = strip[i]["bodies"][0];
    CHECK(cloth["name"] == "cloth");
    CHECK(cloth["points"].size() == 4 * 5);
    CHECK(cloth["faces"].size() == 12);
    for (const Json& face : cloth["faces"])
      for (const Json& place : face) CHECK(place < 20);
  }
  CHECK(strip[0]["bodies"][0]["points"] != strip[2]["bodies"][0]["points"]);
}

TEST_CASE("bodies may be closed, and made of lines") {
  const auto strip = frames(
      plan("toothbrush", {{"nx", 1L}, {"ny", 2L}, {"end_time", 0.001}}, "velocity_verlet", 4));
  std::map<std::string, Json> bodies;
  for (const Json& body : strip[0]["bodies"]) bodies[body["name"]] = body;
  CHECK(bodies.at("sphere")["closed"] == true);
  CHECK(bodies.at("sphere")["faces"].size() == 648);
  CHECK(bodies.at("bristles")["lines"].size() == 2);
}

TEST_CASE("what cannot be drawn is refused") {
  CHECK_THROWS_WITH(frames(plan("fput", {}, "rk4", 20000)),
                    Contains("'fput'") && Contains("take one of coil_spring, flag, toothbrush"));
  CHECK_THROWS_WITH(frames(plan("flag", {{"rows", 4L}, {"columns", 5L}, {"end_time", 0.1}},
                                "explicit_euler", 10)),
                    Contains("diverged") && Contains("smaller step"));
  CHECK_THROWS_WITH(frames(plan("flag", {{"rows", 4L}, {"columns", 5L}}, "v_imex", 10)),
                    Contains("depends on v") && Contains("another integrator"));
  const auto one = test::run_program(
      "frames --problem flag --integrator rk4 --h 0.1 --pictures 1 --out /dev/null/x");
  CHECK(one.status == 2);
  CHECK_THAT(one.err, Contains("2 or more pictures"));
}

TEST_CASE("the program writes a strip and draws it") {
  const test::Scratch scratch;
  const std::string folder = (scratch.path() / "strip").string();
  const auto written = test::run_program(
      "frames --problem flag --set problem.rows=4 --set problem.columns=5 --set "
      "problem.end_time=0.01 --integrator implicit_midpoint --h 0.001 --pictures 3 --out '" +
      folder + "'");
  REQUIRE(written.status == 0);
  CHECK_THAT(written.out, Contains("3 pictures"));
  CHECK_FALSE(std::filesystem::exists(folder + "/records.jsonl"));
  const auto drawn = test::run_program("figure frames '" + folder + "' --formats svg");
  REQUIRE(drawn.status == 0);
  const std::string svg = test::read_text(folder + "/frames.svg");
  CHECK_THAT(svg, Contains(">t = 0.01 s<"));
  std::size_t outlines = 0;
  for (std::size_t at = 0;
       (at = svg.find("aria-roledescription=\"geoshape\"", at + 1)) != std::string::npos;)
    ++outlines;
  CHECK(outlines == 36);
}
