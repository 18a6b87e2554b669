// Dice, the bunny on stairs and the bunny above cubes: what they consist of, and how they start.

#include "base/error.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace contact_scenes_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings);
}
const ContactProblem& contact(const std::unique_ptr<Problem>& problem) {
  return dynamic_cast<const ContactProblem&>(*problem);
}
const std::vector<ContactBodies::Part>& parts(const std::unique_ptr<Problem>& problem) {
  return contact(problem).parts().parts();
}

}  // namespace

TEST_CASE("dice differ in friction, from none to the largest") {
  for (const double growth : {1., 2.}) {
    const auto problem =
        make("dice_roll", {{"dice", 5L}, {"cells", 2L}, {"friction", 0.8}, {"growth", growth}});
    REQUIRE(parts(problem).size() == 5);
    for (int k = 0; k < 5; ++k) {
      const auto& die = parts(problem)[static_cast<std::size_t>(k)];
      CHECK(die.friction == Approx(0.8 * std::pow(k / 4., growth)));
      CHECK(die.mass == Approx(1));
    }
  }
  CHECK(*parts(make("dice_roll", {{"dice", 1L}, {"cells", 1L}}))[0].friction == 1);
}

TEST_CASE("dice start as the paper says") {
  const auto problem = make("dice_roll", {{"dice", 2L}, {"cells", 2L}});
  const State u = problem->start();
  const Eigen::Matrix3Xd x = contact(problem).contacts().surface().positions(u.x);
  CHECK(x.row(1).minCoeff() == Approx(0.3));
  CHECK(problem->kinetic(u) == Approx(2 * 0.5 * 0.3 * 0.3));
  CHECK(problem->potential(u) ==
        Approx(2 * 9.8 *
               (0.3 + 0.05 * (std::sin(M_PI / 9) +
                              std::cos(M_PI / 9) * (std::sin(M_PI / 18) + std::cos(M_PI / 18))))));
  CHECK(make("dice_roll", {})->dof() == 3 * 8 * 9 * 9 * 9);
  CHECK_THROWS_AS(make("dice_roll", {{"dice", 2L}, {"cells", 2L}, {"distance", 0.05}}), Error);
}

TEST_CASE("a bunny starts above the edge of the top step") {
  const auto problem = make("bunny_stairs", {{"size", std::string("30")}});
  REQUIRE(parts(problem).size() == 5);
  for (std::size_t i = 1; i < 5; ++i) CHECK(parts(problem)[i].places == 0);
  const Eigen::Matrix3Xd x = contact(problem).contacts().surface().positions(problem->start().x);
  const Eigen::Matrix3Xd bunny = x.leftCols(parts(problem)[0].vertices);
  const Eigen::Vector3d low = bunny.rowwise().minCoeff(), high = bunny.rowwise().maxCoeff();
  CHECK((high - low).maxCoeff() == Approx(0.25));
  CHECK(low[1] == Approx(0.4 + 0.3));
  CHECK((low + high)[0] == Approx(0).margin(1e-12));
  const auto steps = x.rightCols(32);
  CHECK(steps.row(0).maxCoeff() == Approx(3 * 0.15));
  CHECK(steps.row(1).maxCoeff() == Approx(0.4));
}

TEST_CASE("cubes below a bunny begin beyond the barriers of each other") {
  const auto problem = make(
      "bunny_splash",
      {{"size", std::string("30")}, {"columns", 2L}, {"layers", 2L}, {"cells", 1L}, {"twist", 0.}});
  REQUIRE(parts(problem).size() == 1 + 8);
  const Eigen::Matrix3Xd x = contact(problem).contacts().surface().positions(problem->start().x);
  for (std::size_t i = 1; i < 9; ++i) {
    const auto& cube = parts(problem)[i];
    CHECK(cube.mass == Approx(1000 * 0.03 * 0.03 * 0.03));
    const double low = x.middleCols(cube.first_vertex, cube.vertices).row(1).minCoeff();
    CHECK(low == Approx(i % 2 == 1 ? 6.25e-4 : 2 * 6.25e-4 + 0.03));
  }
  CHECK(x.leftCols(parts(problem)[0].vertices).row(1).minCoeff() == Approx(2 * 0.030625 + 0.3));
  CHECK(contact(problem).contacts().law().mu == 0.25);
}

}  // namespace contact_scenes_tests
