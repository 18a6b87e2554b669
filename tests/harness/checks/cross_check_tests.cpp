#include "base/error.hpp"
#include "harness/checks/cross_check.hpp"
#include "harness/checks/orders.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/judge.hpp"
#include "problems/contract/registry.hpp"
#include "reference/cross_checks.hpp"
#include "reference/file.hpp"
#include "reference/reference.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <sstream>
#include <string>

namespace cross_check_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

namespace {

/// A cache of the test's own, and a problem with its reference in it.
struct Certified {
  Certified(const std::string& name, const Settings& settings, double digits = 9,
            int checkpoints = 2)
      : problem(ProblemRegistry::instance().make(name, settings)),
        solution(reference(*problem, {.checkpoints = checkpoints, .digits = digits})) {}

  /// Runs a cross-check and stores what it says.
  CrossCheck add(const std::string& method, const CrossCheckOptions& options = {}) {
    const CrossCheck check = run_cross_check(problem, solution, method, options);
    add_cross_check(*problem, solution, check);
    return check;
  }

  test::Scratch scratch;
  test::Environment variable{"STIFFBENCH_CACHE", scratch.path().c_str()};
  std::shared_ptr<const Problem> problem;
  Reference solution;
};

}  // namespace

TEST_CASE("CVODE and RK4 agree with the references of smooth problems, and are stored with them") {
  Certified chain("duffing_chain", {{"damping", 0.5}}), fput("fput", {{"end_time", 1.0}}),
      closed("damped_oscillator", {});
  for (Certified* certified : {&chain, &fput, &closed})
    for (const char* method : {"cvode_adams", "rk4"}) {
      const test::Environment cache{"STIFFBENCH_CACHE", certified->scratch.path().c_str()};
      const CrossCheck w = certified->add(method);
      INFO(certified->problem->name() << ", " << method << ", " << w.setting << w.inconclusive);
      REQUIRE(w.inconclusive.empty());
      CHECK(w.distance.position_l2_relative < 1e-8);
      CHECK(w.distance.velocity_l2_relative < 1e-8);
      CHECK(w.own_error.position_max > 0);
      CHECK(certified->solution.withdrawn.empty());
      const Reference held = reference(*certified->problem, {.checkpoints = 2, .digits = 9});
      CHECK(held.cross_checks.back().distance.position_max == w.distance.position_max);
      CHECK(held.cross_checks.back().setting == w.setting);
    }
  CHECK(chain.solution.cross_checks.size() == 2);
}

TEST_CASE("the error that RK4 estimates for itself is about its true one") {
  Certified closed("damped_oscillator", {});
  const CrossCheck w = run_cross_check(closed.problem, closed.solution, "rk4", {.work_limit = 3e4});
  CHECK(w.distance.position_max < 3 * w.own_error.position_max);
  CHECK(w.distance.position_max > 0.3 * w.own_error.position_max);
}

TEST_CASE("runs are compared at 64 times or more, whatever the number of checkpoints") {
  Certified closed("damped_oscillator", {}, 9, 22);
  const CrossCheck w = run_cross_check(closed.problem, closed.solution, "rk4", {.work_limit = 3e4});
  const double h = std::stod(w.setting.substr(w.setting.find('=') + 1));
  CHECK(std::lround(closed.problem->end_time() / h) % 66 == 0);  // three for each checkpoint
}

TEST_CASE("a reference that is wrong in its eighth digit is withdrawn, and refused from then on") {
  for (const char* method : {"cvode_adams", "rk4"})
    for (const auto part : {&State::x, &State::v}) {
      Certified spoiled("duffing_chain", {});
      Vec& entries = spoiled.solution.states[0].*part;
      Eigen::Index largest = 0;
      const double size = entries.cwiseAbs().maxCoeff(&largest);
      entries[largest] += 3e-8 * size;
      // Both methods may be wrong alike, and a file may be: then they differ.
      if (part == &State::v) (spoiled.solution.second[0].*part)[largest] += 3e-8 * size;
      spoiled.add(method);
      INFO(method);
      CHECK_THAT(spoiled.solution.withdrawn, Contains(method));
      const auto ask = [&](double digits) {
        return reference(*spoiled.problem, {.checkpoints = 2, .digits = digits});
      };
      CHECK_THROWS_WITH(ask(9),
                        Contains("agree with its cross-checks; got " + std::string(method)) &&
                            Contains("ask for more than its"));
      CHECK_THROWS_AS(Judge(*spoiled.problem, {.checkpoints = 2, .digits = 9}), Error);
      CHECK(ask(spoiled.solution.digits + 0.1).withdrawn.empty());  // as the remedy says
    }
}

TEST_CASE("a cross-check that agrees does not save a reference that another one contradicts") {
  Certified spoiled("duffing_chain", {});
  CrossCheck bad{.method = "bad", .setting = "none"};
  bad.distance.position_max = 1;
  add_cross_check(*spoiled.problem, spoiled.solution, bad);
  spoiled.add("rk4");
  CHECK_THAT(spoiled.solution.withdrawn, Contains("bad"));
  bad.own_error.position_max = 1;  // the same method once more, in its own place
  add_cross_check(*spoiled.problem, spoiled.solution, bad);
  CHECK(spoiled.solution.withdrawn.empty());
  bad.distance.velocity_max = NAN;
  add_cross_check(*spoiled.problem, spoiled.solution, bad);
  CHECK_FALSE(spoiled.solution.withdrawn.empty());
}

TEST_CASE("at contacts, where order 4 is lost, cross-checks agree within their difference") {
  Certified wall("particle_wall", {{"stiffness", 100.0}, {"x0", 0.456}}),
      bar("collision_1d", {{"nodes", 4L}, {"end_time", 3.0}}, 7);
  for (Certified* certified : {&wall, &bar})
    for (const char* method : {"cvode_adams", "rk4"}) {
      const test::Environment cache{"STIFFBENCH_CACHE", certified->scratch.path().c_str()};
      const CrossCheck w = certified->add(method, {.work_limit = 3e7});
      INFO(certified->problem->name() << ", " << method << ", " << w.setting << w.inconclusive
                                      << " " << certified->solution.withdrawn);
      CHECK(w.inconclusive.empty());
      CHECK(certified->solution.withdrawn.empty());
    }
}

TEST_CASE("CVODE is as far from the damped bar's references as their two methods are apart") {
  for (const double digits : {7.0, 8.0}) {
    Certified bar("collision_1d", {{"case", std::string("damped")}}, digits, 1);
    const CrossCheck cvode = bar.add("cvode_adams");
    const ErrorMeasures floor = floors(*bar.problem, bar.solution);
    INFO(bar.solution.digits << " digits, " << bar.solution.withdrawn);
    CHECK(cvode.distance.position_max < 2 * floor.position_max);
    CHECK(cvode.distance.velocity_max < 2 * floor.velocity_max);
    // The methods of seven digits are a little wrong alike: the last digits of a build decide
    // whether the reference is withdrawn.
    if (digits > 7) CHECK(bar.solution.withdrawn.empty());
  }
}

TEST_CASE("a cross-check of a motion that begins at rest is not lost in round-off") {
  // In the energy norm, relative to energies close to zero, CVODE takes 3.5e7 evaluations here.
  const auto declared = declared_sets("hair");
  REQUIRE(declared.size() == 1);
  Certified hair("hair", declared.front().parameters, 12, 1);
  const CrossCheck w = hair.add("cvode_adams");
  CHECK(w.inconclusive.empty());
  CHECK(w.evaluations < 1e5);
}

TEST_CASE("two runs that are close by chance at a contact do not withdraw a reference") {
  // The finest run is 3.8e-5 away, and the run before it differs by 1.4e-6.
  Certified wall("particle_wall", {{"stiffness", 3e4}, {"x0", 0.52}, {"end_time", 1.3}}, 7, 3);
  const CrossCheck w = wall.add("rk4", {.work_limit = 6e4});
  INFO(w.setting << ", " << w.distance.position_max << ", " << w.own_error.position_max);
  CHECK(w.inconclusive.empty());
  CHECK(wall.solution.withdrawn.empty());
}

TEST_CASE("a cross-check beyond its limit is inconclusive and says what it would take") {
  Certified fput("fput", {{"end_time", 1.0}});
  for (const char* method : {"cvode_adams", "rk4"}) {
    const CrossCheck w = fput.add(method, {.work_limit = 200});
    CHECK_THAT(w.inconclusive, Contains("more than") && Contains("--cross-check-limit 2.0e+02"));
    CHECK(w.evaluations == 0);  // it is clear before the first run
    CHECK(fput.solution.withdrawn.empty());
  }
  const CrossCheck w = fput.add("rk4", {.work_limit = 1e5});
  CHECK(w.evaluations * double(fput.problem->dof()) <= 1e5);
}

TEST_CASE("the program runs cross-checks, shows them again, and fails where one withdraws") {
  const test::Scratch scratch;
  const std::string cache = "STIFFBENCH_CACHE='" + scratch.path().string() + "'";
  const auto made = run_program("reference duffing_chain --cross-check sundials,rk4", cache);
  CHECK(made.status == 0);
  CHECK_THAT(made.out, Contains("cvode_adams, rtol") && Contains("rk4, h =") && Contains("agrees"));
  const auto held = run_program("reference duffing_chain --json", cache);
  const Json json = Json::parse(held.out);
  validate(json, "certificate", "the certificate");
  CHECK(json["certificate"]["cross_checks"].size() == 2);
  CHECK(json["certificate"]["cross_checks"][0]["agrees"] == true);

  const test::Environment variable{"STIFFBENCH_CACHE", scratch.path().c_str()};
  Reference spoiled = *references::load(json["hash"].get<std::string>());
  spoiled.states[0].x *= 1 + 3e-8;
  references::save(spoiled);
  for (const char* form : {"", " --json"}) {
    const auto end =
        run_program(std::string("reference duffing_chain --cross-check rk4") + form, cache);
    CHECK(end.status != 0);
    CHECK_THAT(end.err, Contains("must agree with its cross-checks; got"));
  }
  const auto run = run_program("run --problem duffing_chain --integrator rk4 --h 0.01", cache);
  CHECK(run.status != 0);
  CHECK_THAT(run.err, Contains("must agree with its cross-checks"));
}

TEST_CASE(
    "both cross-checks agree with the references of all parameter sets that problems declare") {
  const test::Scratch scratch;
  const auto end = run_program("reference --declared --cross-check sundials,rk4 --markdown",
                               "STIFFBENCH_CACHE='" + scratch.path().string() + "'");
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  std::istringstream lines(end.out);
  std::size_t agreeing = 0;
  for (std::string line; std::getline(lines, line);) agreeing += line.ends_with("| agrees |");
  CHECK(agreeing == 2 * declared_sets().size());
  CHECK(test::count_lines(end.out) == agreeing + 2);
}

TEST_CASE("names of cross-checks and limits that are none are refused") {
  const auto refused = [](const std::string& arguments, const std::string& text) {
    const auto end = run_program("reference fput " + arguments);
    INFO(arguments);
    CHECK(end.status != 0);
    CHECK_THAT(end.err, Contains(text));
    CHECK(test::count_lines(end.err) == 1);
  };
  refused("--cross-check sundial", "did you mean sundials?");
  refused("--cross-check sundials,rk", "did you mean rk4?");
  refused("--cross-check sundials,", "got ''");
  refused("--cross-check ''", "got ''");
  refused("--cross-check sundials,none", "got 'none'");
  refused("--cross-check rk4 --cross-check-limit 0",
          "a limit of the work of a cross-check is above 0");
  refused("--cross-check-limit 10", "--cross-check");
  refused("--declared", "exclude each other");
  CHECK(cross_check_methods("none").empty());
  CHECK(cross_check_methods("rk4,sundials,rk4") == std::vector<std::string>{"rk4", "cvode_adams"});
}

}  // namespace cross_check_tests
