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

TEST_CASE("the own energy of a splash is that of all cubes, without the bunny") {
  const auto problem =
      make("bunny_splash",
           {{"size", std::string("30")}, {"columns", 2L}, {"layers", 1L}, {"cells", 1L}});
  const auto outputs = problem->outputs(0);
  State u = problem->start();
  outputs->see(u);
  u.v.head(3 * parts(problem)[0].places).setOnes();
  outputs->see(u);
  CHECK(std::get<double>(outputs->result().at("own_energy")) == 0);
  u.v.setOnes();  // 1 m/s along each axis
  outputs->see(u);
  CHECK(std::get<double>(outputs->result().at("own_energy")) ==
        Approx(4 * 1.5 * 1000 * 0.03 * 0.03 * 0.03));
  // Deformed cubes have the sum of their energies.
  u.x += 1e-3 * Vec::LinSpaced(u.x.size(), 0, 1e4).array().sin().matrix();
  const auto all = contact(problem).own_energy({1, 2, 3, 4}, u);
  double potential = 0, kinetic = 0;
  for (const int cube : {1, 2, 3, 4}) {
    const auto own = contact(problem).own_energy({cube}, u);
    CHECK(std::abs(own.potential) > 1e-6);
    potential += own.potential;
    kinetic += own.kinetic;
  }
  CHECK(all.potential == Approx(potential));
  CHECK(all.kinetic == Approx(kinetic));
}

TEST_CASE("thrown balls arrive at the middle of the body, one after the other") {
  const auto problem = make("thrown_balls", {{"size", std::string("30")}, {"balls", 3L}});
  REQUIRE(parts(problem).size() == 4);
  const State u = problem->start();
  const Eigen::Matrix3Xd x = contact(problem).contacts().surface().positions(u.x);
  const auto points_of = [&](std::size_t body) {
    return x.middleCols(parts(problem)[body].first_vertex, parts(problem)[body].vertices);
  };
  const Eigen::Vector3d low = points_of(0).rowwise().minCoeff(),
                        high = points_of(0).rowwise().maxCoeff();
  CHECK(high[1] - low[1] == Approx(0.5));
  CHECK(low[1] == Approx(0.4));
  for (std::size_t k = 1; k <= 3; ++k) {
    const auto& ball = parts(problem)[k];
    const double t = 0.4 * static_cast<double>(k);
    const Eigen::Vector3d from =
        (points_of(k).rowwise().minCoeff() + points_of(k).rowwise().maxCoeff()) / 2;
    const Eigen::Vector3d velocity = u.v.segment<3>(3 * ball.first_place);
    CHECK(velocity.cwiseProduct(Eigen::Vector3d(1, 0, 1)).norm() == Approx(2));
    const Eigen::Vector3d arrives = from + t * velocity + Eigen::Vector3d(0, -9.81 * t * t / 2, 0);
    CHECK((arrives - (low + high) / 2).norm() < 0.01);  // the sphere is one of triangles
    CHECK(ball.mass == Approx(50 * 4 * M_PI / 3 * 0.12 * 0.12 * 0.12).epsilon(0.15));
  }
}

TEST_CASE("a body that hangs starts alike with contact and without") {
  const Settings small{{"body", std::string("bunny")}, {"size", std::string("30")}};
  const auto with = make("suspended_contact", small), without = make("suspended_body", small);
  REQUIRE(with->dof() == without->dof());
  const State u = with->start(), other = without->start();
  CHECK(with->kinetic(u) == Approx(without->kinetic(other)).epsilon(1e-12));
  CHECK(u.v.minCoeff() == Approx(-0.5));
  // Nothing touches at rest.
  Vec f, of_other;
  with->force(u, f);
  without->force(other, of_other);
  CHECK(f.norm() == Approx(of_other.norm()).epsilon(1e-12));
  CHECK(parts(with)[0].mass > 0);
}

TEST_CASE("bodies of thrown_balls and trampoline_maze have the damping that is printed") {
  const auto thrown = make("thrown_balls", {{"size", std::string("30")}, {"balls", 1L}});
  const auto maze = make("trampoline_maze", {{"size", std::string("30")}, {"sheets", 1L}});
  const auto check = [](const std::unique_ptr<Problem>& problem, std::size_t body, double rate,
                        double time) {
    const auto& part = contact(problem).parts().parts()[body];
    const Eigen::Index first = 3 * part.first_place, count = 3 * part.places;
    Mat D;
    problem->damping({0, Vec::Zero(problem->dof()), Vec::Zero(problem->dof())}, D);
    const Eigen::MatrixXd
        own = Eigen::MatrixXd(D).block(first, first, count, count),
        K = Eigen::MatrixXd(problem->linear_stiffness()).block(first, first, count, count),
        M = Eigen::MatrixXd(problem->mass().matrix()).block(first, first, count, count);
    CHECK((own - rate * M - time * K).norm() <= 1e-8 * (rate * M + time * K).norm());
  };
  check(thrown, 0, 0, 4e-4);
  check(thrown, 1, 0, 0);
  check(maze, 1, 5e-3, 5e-3);
  // Bending of a sheet is not damped.
  check(make("trampoline_maze", {{"size", std::string("30")}, {"sheets", 1L}, {"thickness", 1e-9}}),
        0, 5e-4, 5e-4);
}

TEST_CASE("sheets of a maze are held at their corners, and bodies start above each in turns") {
  const auto problem = make("trampoline_maze", {{"size", std::string("30")},
                                                {"bodies", 5L},
                                                {"columns", 1L},
                                                {"sheets", 2L},
                                                {"rings", 3L}});
  REQUIRE(parts(problem).size() == 2 + 5);
  const Eigen::Matrix3Xd x = contact(problem).contacts().surface().positions(problem->start().x);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& sheet = parts(problem)[k];
    CHECK(sheet.vertices - sheet.places == 4);
    CHECK(sheet.mass == Approx(1000 * 2e-3 * 0.6 * 0.6));
  }
  const auto low = [&](std::size_t body) {
    return x.middleCols(parts(problem)[body].first_vertex, parts(problem)[body].vertices)
        .row(1)
        .minCoeff();
  };
  CHECK(low(2) == Approx(2 * 0.35 + 0.15));
  CHECK(low(3) == Approx(0.35 + 0.15));
  CHECK(low(4) == Approx(2 * 0.35 + 0.15 + 0.2));
  CHECK(low(6) == Approx(2 * 0.35 + 0.15 + 0.4));
}

}  // namespace contact_scenes_tests
