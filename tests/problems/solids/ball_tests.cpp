// The ball and the ground.

#include "base/error.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/solids/plane_contact.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace ball_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> make(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("bouncing_ball", settings);
}
Vec lifted(const Problem& ball, double by) {
  Vec x = Vec::Zero(ball.dof());
  for (Eigen::Index i = 1; i < x.size(); i += 3) x[i] = by;
  return x;
}

}  // namespace

TEST_CASE("the ball's mass and energy are those of its mesh", "[solids]") {
  const auto ball = make();
  REQUIRE(ball->dof() == 3 * 371);
  const double mass = ball->mass().diagonal().sum() / 3;
  CHECK(mass == Approx(0.506).epsilon(1e-3));
  CHECK(ball->energy(ball->start()) == Approx(5.205).epsilon(1e-3));
  CHECK(ball->energy(ball->start()) == Approx(mass * 9.8 * 1.05).epsilon(1e-12));
  CHECK(std::get<double>(make({{"case", "stiff"}})->parameters().at("youngs")) == 1e7);
}

TEST_CASE("a ball may fall up to the ground, and is pushed from 1 mm on", "[solids]") {
  const auto ball = make();
  const Vec x = ball->start().x;
  const auto& moves = dynamic_cast<const FeasibleSteps&>(*ball);
  CHECK(moves.feasible_step(x, lifted(*ball, -0.999)) == 1);
  CHECK(moves.feasible_step(x, lifted(*ball, -4)) == Approx(0.25));
  const auto& gaps = dynamic_cast<const SwitchingFunctions&>(*ball);
  const auto pushed = [&](double lift) {
    return (gaps.switching_functions({0, lifted(*ball, lift), x}).array() < 0).count();
  };
  CHECK(gaps.switching_functions(ball->start()).size() == 162);
  CHECK(pushed(-0.998) == 0);
  CHECK(pushed(-0.9995) == 1);
  // The six vertices round the lowest one are 3.2 mm higher.
  CHECK(pushed(-1.0025) == 7);
  CHECK(ball->potential({0, lifted(*ball, -1), x}) == std::numeric_limits<double>::infinity());
  Vec far, near;
  ball->force({0, x, x}, far);
  ball->force({0, lifted(*ball, -0.9995), x}, near);
  const Vec push = near - far;
  CHECK(push.minCoeff() > -1e-9);
  // One vertex is lowest, at half of the reach: the slope of the barrier there.
  const double slope = 1e5 * 1e-3 * (0.5 * 2 * std::log(0.5) - 0.25 / 0.5);
  CHECK(push.maxCoeff() == Approx(-slope).epsilon(1e-6));
  CHECK((push.array() > 1e-6).count() == 1);
}

TEST_CASE("a body that starts below the plane is an error", "[solids]") {
  const Eigen::Matrix3Xd rest = Eigen::Vector3d(0, -0.1, 0);
  const Mat pattern = block_pattern(1, {});
  const PlaneContact::Elements one = PlaneContact::Elements::Zero(1);
  CHECK_THROWS_WITH(PlaneContact(one, rest, {0}, {1, 1}, pattern),
                    Catch::Contains("above the plane") && Catch::Contains("-0.1"));
}

TEST_CASE("outputs of a ball that falls and comes back", "[solids]") {
  const auto ball = make();
  const auto outputs = ball->outputs(0);
  const auto see = [&](double t, double height) {
    State u = ball->start();
    u.t = t;
    u.x = lifted(*ball, height - 1);
    outputs->see(u);
  };
  see(0, 1);
  see(0.4, 0.2);
  see(0.5, 0.0005);
  see(0.6, 0.4);
  see(0.7, 0.5);
  see(0.8, 0.4);
  see(0.9, 0.3);
  const Settings result = outputs->result();
  const auto& apexes = std::get<std::vector<double>>(result.at("apexes"));
  REQUIRE(apexes.size() == 1);
  CHECK(apexes[0] == Approx(0.5));
  CHECK(std::get<double>(result.at("least_gap")) == Approx(0.0005));
  CHECK(std::get<double>(result.at("least_det")) == Approx(1));
  CHECK(std::get<long>(result.at("contacts")) == 1);
  CHECK(std::get<double>(result.at("specific_energy_loss")) == Approx(9.8 * 0.7));
}

}  // namespace ball_tests
