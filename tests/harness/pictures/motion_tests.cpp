#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/pictures/motion.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace motion_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

const Settings small_flag{{"rows", 4L}, {"columns", 5L}, {"end_time", 0.01}};
const Judge::Options two_pictures_without_reference{.checkpoints = 2, .with_reference = false};

RunPlan plan(const std::string& problem, const Settings& settings, const std::string& integrator,
             long count) {
  RunRequest request{.integrator = integrator};
  request.count = count;
  return make_plan(ProblemRegistry::instance().make(problem, settings), request);
}

}  // namespace

TEST_CASE("motions hold the bodies in space, from the start to the end, and the reference's") {
  const auto lines = motion(
      {plan("flag", small_flag, "implicit_midpoint", 4), plan("flag", small_flag, "rk4", 400)},
      {.checkpoints = 2, .digits = 6});
  REQUIRE(lines.size() == 3);
  for (const Json& line : lines) {
    validate(line, "motion", "a motion");
    REQUIRE(line["t"].size() == 3);
    for (std::size_t i : {0u, 1u, 2u})
      CHECK(line["t"][i].get<double>() == Approx(0.005 * double(i)));
    const Json& cloth = line["bodies"].at(0);
    CHECK(cloth["name"] == "cloth");
    CHECK(cloth["faces"].size() == 12);
    REQUIRE(cloth["points"].size() == 3);
    for (const Json& picture : cloth["points"]) CHECK(picture.size() == 3 * 4 * 5);
    CHECK(cloth["points"][0] == lines[0]["bodies"][0]["points"][0]);
    CHECK(cloth["points"][0] != cloth["points"][2]);
  }
  CHECK(lines[0]["method"] == "implicit_midpoint");
  CHECK(lines[2]["method"] == "reference");
  CHECK(lines[2]["digits"].get<double>() >= 6);
  for (std::size_t picture : {1u, 2u}) {
    CHECK(lines[1]["error"][picture] < 1e-4);
    CHECK(lines[0]["error"][picture] > lines[1]["error"][picture]);
  }
}

TEST_CASE("the error of the last picture is that of the record") {
  const std::string run =
      "--problem flag --set problem.rows=4 --set problem.columns=5 --set "
      "problem.end_time=0.01 --integrator implicit_midpoint --h 0.001 --digits 6 ";
  const test::Scratch scratch;
  const std::string folder = (scratch.path() / "motion").string();
  REQUIRE(test::run_program("frames " + run + "--pictures 3 --out '" + folder + "'").status == 0);
  const Json line =
      Json::parse(test::read_text(folder + "/motion.jsonl")
                      .substr(0, test::read_text(folder + "/motion.jsonl").find('\n')));
  const Json record = Json::parse(test::run_program("run " + run + "--repeats 0 --json").out);
  CHECK(line["error"][2].get<double>() ==
        Approx(record["error"]["energy_norm_relative"].get<double>()).epsilon(1e-3));
}

TEST_CASE("bodies may be closed, and made of lines") {
  const auto lines =
      motion({plan("brush", {{"nx", 1L}, {"ny", 2L}, {"end_time", 0.001}}, "velocity_verlet", 4)},
             two_pictures_without_reference);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0]["error"].is_null());
  std::map<std::string, Json> bodies;
  for (const Json& body : lines[0]["bodies"]) bodies[body["name"]] = body;
  CHECK(bodies.at("sphere")["closed"] == true);
  CHECK(bodies.at("sphere")["faces"].size() == 648);
  CHECK(bodies.at("bristles")["lines"].size() == 2);
}

TEST_CASE("pictures are taken at times that all runs reach with a step") {
  const auto of = [](std::vector<long> counts, long most) {
    std::vector<RunPlan> plans;
    for (long count : counts) plans.push_back(plan("flag", small_flag, "implicit_midpoint", count));
    return common_intervals(plans, most);
  };
  CHECK(of({30, 1920}, 120) == 30);
  CHECK(of({480, 75000}, 100) == 60);
  CHECK(of({7, 10}, 120) == 1);
}

TEST_CASE("a run that fails has the pictures up to there, and the reason") {
  const auto lines = motion(
      {plan("flag", {{"rows", 4L}, {"columns", 5L}, {"end_time", 0.1}}, "explicit_euler", 10)},
      {.checkpoints = 10, .with_reference = false});
  const Json& line = lines.front();
  CHECK(line["status"] == "diverged");
  CHECK_FALSE(line["reason"].get<std::string>().empty());
  CHECK(line["t"].size() < 11);
  CHECK(line["reached"].get<double>() < 0.1);
  CHECK(line["reached"] >= line["t"].back());
}

TEST_CASE("what cannot be shown is refused") {
  CHECK_THROWS_WITH(motion({plan("fput", {}, "rk4", 20000)}, two_pictures_without_reference),
                    Contains("'fput'") && Contains("take one of beam, bouncing_ball, brush, "));
  CHECK_THROWS_WITH(motion({plan("flag", {{"rows", 4L}, {"columns", 5L}}, "v_imex", 10)},
                           two_pictures_without_reference),
                    Contains("v_imex: ") && Contains("depends on v"));
  const auto refused = [](const std::string& arguments, const std::string& why) {
    const auto run = test::run_program("frames " + arguments + " --out /dev/null/x");
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Contains(why));
  };
  refused("--problem flag --integrator rk4 --h 0.1 --pictures 1", "2 or more pictures");
  refused("--problem flag", "no --integrator; choose from 'stiffbench list integrators'");
  refused("flag_precision_undamped --only 'exprb*'",
          " runs of one problem (exprb2 with h = 0.04, ");
}

TEST_CASE("the program writes a motion, its page, and draws a strip of it", "[node]") {
  const test::Scratch scratch;
  const std::string folder = (scratch.path() / "motion").string();
  const auto written = test::run_program(
      "frames --problem flag --set problem.rows=4 --set problem.columns=5 --set "
      "problem.end_time=0.01 --integrator implicit_midpoint --h 0.001 --pictures 3 "
      "--no-reference --out '" +
      folder + "'");
  REQUIRE(written.status == 0);
  CHECK_THAT(written.out, Contains("implicit_midpoint: 3 pictures\n"));
  const std::string page = test::read_text(folder + "/motion.html");
  CHECK_THAT(written.out, Contains("/motion.html, " + std::to_string(page.size()) + " bytes"));
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

}  // namespace motion_tests
