#include "base/error.hpp"
#include "harness/pictures/frames.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

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

TEST_CASE("pictures stand side by side on a strip, from the start to the end") {
  const auto strip = frames(
      plan("flag", {{"rows", 4L}, {"columns", 5L}, {"end_time", 0.01}}, "implicit_midpoint", 4));
  REQUIRE(strip.size() == 3);
  double last = -1, right = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(strip[i]["t"].get<double>() == Approx(0.005 * double(i)));
    CHECK(strip[i]["shapes"].size() == 12);
    double left = 1e9;
    for (auto& shape : strip[i]["shapes"]) {
      CHECK(shape["body"] == "cloth");
      CHECK((shape["shade"] >= 0 && shape["shade"] <= 1));
      const Json& ring = shape["outline"]["coordinates"][0];
      REQUIRE(ring.size() == 5);
      CHECK(ring[0] == ring[4]);
      for (auto& point : ring) {
        left = std::min(left, point[0].get<double>());
        right = std::max(right, point[0].get<double>());
        CHECK((point[1] >= 30 && point[1] <= strip[i]["height"]));
      }
    }
    CHECK(left > last);  // of the pictures before
    last = right;
  }
  CHECK(right == Approx(1600).margin(0.1));
}

TEST_CASE("faces that look away are hidden, and what is near hides what is far") {
  const auto strip = frames(
      plan("toothbrush", {{"nx", 1L}, {"ny", 2L}, {"end_time", 0.001}}, "velocity_verlet", 4));
  std::size_t faces = 0;
  std::vector<double> shades;  // of the bristles: their depth
  for (auto& shape : strip[0]["shapes"]) {
    if (shape["body"] == "sphere") ++faces;
    if (shape["body"] == "bristles") shades.push_back(shape["shade"]);
  }
  CHECK(faces > 250);
  CHECK(faces < 400);  // of 648
  REQUIRE(shades.size() == 2);
  CHECK(shades[0] < shades[1]);
}

TEST_CASE("what cannot be drawn is refused") {
  CHECK_THROWS_WITH(frames(plan("fput", {}, "rk4", 20000)),
                    Contains("'fput'") && Contains("take flag"));
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
