#include "harness/io/json.hpp"
#include "harness/io/schema.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

namespace contact_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

const std::string edges = R"({"kind":"edge_edge","x":[0,0,0,1,0,0,0.5,0.3,0.4,1.5,0.3,0.4]})",
                  falling = R"({"kind":"point_triangle","x0":[0.2,1,0.1,-1,0,1,1,0,1,0,0,-1],)"
                            R"("x1":[0.2,-1,0.1,-1,0,1,1,0,1,0,0,-1],"separation":0.1})",
                  resting = R"({"kind":"edge_edge","x0":[0,0,0,1,0,0,0,0,1,1,0,1],)"
                            R"("x1":[0,0,0,1,0,0,0,0,1,1,0,1],"separation":0})";

test::Finished check_contact(const std::string& option, const std::string& lines) {
  const test::Scratch scratch;
  const auto file = scratch.path() / "lines.jsonl";
  std::ofstream(file) << lines;
  return test::run_program("check contact " + option + " '" + file.string() + "'");
}

void check_refused(const std::string& option, const std::string& lines, const std::string& text) {
  const auto end = check_contact(option, lines);
  CHECK(end.status == 2);
  CHECK(test::count_lines(end.err) == 1);
  CHECK_THAT(end.err, Contains(text));
}

}  // namespace

TEST_CASE("check contact prints distances and derivatives of pairs") {
  const std::string point = R"({"kind":"point_triangle","x":[0.2,0.5,0.1,-1,0,1,1,0,1,0,0,-1],)"
                            R"("w":[0,1,0,0,0,0,0,0,0,0,0,0]})";
  const auto end = check_contact("--pairs", point + "\n\n" + edges + "\n");
  REQUIRE(end.status == 0);
  REQUIRE(test::count_lines(end.out) == 2);
  std::stringstream lines(end.out);
  std::string line;
  std::getline(lines, line);
  const Json face = Json::parse(line);
  CHECK(face["type"] == "face");
  CHECK(face["squared_distance"].get<double>() == Approx(0.25));
  CHECK(face["gradient"][1].get<double>() == Approx(1));
  CHECK(face["hessian_times_w"][1].get<double>() == Approx(2));
  CHECK(!face.contains("mollifier"));
  std::getline(lines, line);
  const Json parallel = Json::parse(line);
  CHECK(parallel["squared_distance"].get<double>() == Approx(0.25));
  CHECK(parallel["hessian_times_w"].is_null());
  CHECK(parallel["mollifier"] == 0);
  CHECK(parallel["mollifier_gradient"].size() == 12);
  validate(Json::parse(point), "contact_pair", "the line");
  validate(Json::parse(edges), "contact_pair", "the line");
}

TEST_CASE("check contact takes the mollifier's threshold from the edges at rest") {
  const auto mollifier = [](const std::string& rest) {
    const auto end = check_contact(
        "--pairs", R"({"kind":"edge_edge","x":[0,0,0,1,0,0,0,0,1,1,0.01,1])" + rest + "}");
    REQUIRE(end.status == 0);
    return Json::parse(end.out)["mollifier"].get<double>();
  };
  CHECK(mollifier("") == Approx(0.19).epsilon(1e-3));
  const double s = 0.1 / 16;  // edges twice as long
  CHECK(mollifier(R"(,"rest":[0,0,0,2,0,0,0,0,1,0,2,1])") == Approx((2 - s) * s));
}

TEST_CASE("check contact prints times of impact, or null") {
  const auto end = check_contact("--motions", falling + "\n" + resting);
  REQUIRE(end.status == 0);
  std::stringstream lines(end.out);
  std::string line;
  std::getline(lines, line);
  CHECK(Json::parse(line)["time_of_impact"].get<double>() == Approx(0.45).epsilon(1e-6));
  std::getline(lines, line);
  CHECK(Json::parse(line)["time_of_impact"].is_null());
  validate(Json::parse(falling), "contact_motion", "the line");
}

TEST_CASE("check contact refuses lines that are no pairs with their number") {
  check_refused("--pairs", edges + "\nnonsense", "line 2 of ");
  check_refused("--pairs", edges + "\nnonsense", "is a JSON object; got 'nonsense'; mend");
  check_refused("--pairs", "[1]", "is a JSON object; got '[1]'");
  check_refused("--pairs", R"({"x":[1]})",
                "has the kind 'point_triangle' or 'edge_edge'; got null");
  check_refused("--pairs", R"({"kind":"edge_edge"})", "has 12 numbers as x; got null");
  check_refused("--pairs", R"({"kind":"edge_edge","x":[1,2]})", "as x; got 2 entries; give x, y");
  check_refused("--pairs", R"({"kind":"edge_edge","x":[1,2,3,4,5,6,7,8,9,10,11,"a"]})",
                "as x; got [");
  check_refused("--pairs", R"({"kind":"edge_edge","x":[0,0,0,1,0,0,0,0,1,0,0,1]})",
                "edges in contact are longer than 0 at rest; got lengths of 1 and 0 m");
  check_refused("--pairs", R"({"kind":"edge_edge","x":[1e99,2,3,4,5,6,7,8,9,10,11,12]})",
                "at most 1e+70 in size; got 1e+99 in x");
  check_refused("--pairs", falling, "has the fields kind, x, w, rest; got 'x0'; leave");
  check_refused("--motions", R"({"kind":"edge_edge","x0":[1,2,3,4,5,6,7,8,9,10,11,12]})",
                "has 12 numbers as x1; got null");
  std::string negative = falling;
  negative.replace(negative.find("0.1}"), 3, "-1");
  check_refused("--motions", negative, "has a separation of 0 or more (m); got -1; give 0");
}

TEST_CASE("check contact writes a line for each number and method, for a figure") {
  const test::Scratch scratch;
  const auto out = scratch.path() / "ladder";
  const auto end = test::run_program(
      "check contact --phenomena stopping --methods sdirk2 'bdf*' "
      "velocity_verlet --out '" +
      out.string() + "'");
  CHECK(end.status == 0);
  std::istringstream lines(test::read_text(out / "contact_ladder.jsonl"));
  std::set<std::string> methods;
  std::map<long, int> of_number;
  for (std::string line; std::getline(lines, line);) {
    const Json number = Json::parse(line);
    validate(number, "contact_number", "the line");
    methods.insert(number["method"]);
    ++of_number[number["place"].get<long>()];
  }
  CHECK(methods == std::set<std::string>{"bdf2", "sdirk2", "velocity_verlet"});
  CHECK(!of_number.empty());
  for (const auto& [place, count] : of_number) CHECK(count == 3);
  CHECK_THAT(test::run_program("check contact --phenomena stopping --methods 'nothing*'").err,
             Contains("--methods takes names of integrators, or patterns"));
  std::ofstream(scratch.path() / "file") << "no folder";
  const auto refused =
      test::run_program("check contact --phenomena stopping --methods bdf2 --out '" +
                        (scratch.path() / "file/in").string() + "'");
  CHECK(refused.status == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, Contains("choose a folder that can be written"));
}

TEST_CASE("check contact compares one file, or climbs the ladder") {
  CHECK_THAT(test::run_program("check contact --phenomena rest --methods sdirk2").out,
             Contains("0 rungs that must stand fall"));
  CHECK_THAT(test::run_program("check contact --pairs a --phenomena rest").err,
             Contains("exclude"));
  CHECK_THAT(test::run_program("check contact --pairs a --motions b").err, Contains("exclude"));
  CHECK(test::run_program("check contact --pairs /nothing/there").status == 2);
}

}  // namespace contact_tests
