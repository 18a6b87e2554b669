// The ball whose contacts an integrator holds apart.

#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace contact_ball_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> make(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("contact_ball", settings);
}
State lifted(const Problem& ball, double by) {
  State u = ball.start();
  for (Eigen::Index i = 1; i < u.x.size(); i += 3) u.x[i] = by;
  return u;
}
Mat contacts(const Problem& ball, double lift) {
  Mat G;
  closed_contacts(*contact_constraints(ball), lifted(ball, lift).x, G);
  return G;
}

}  // namespace

TEST_CASE("the ball starts with the energy of its centre's height", "[solids]") {
  const auto ball = make();
  REQUIRE(ball->dof() == 3 * 371);
  CHECK_FALSE(ball->traits().smooth);
  const double mass = ball->mass().diagonal().sum() / 3;
  CHECK(mass == Approx(506).epsilon(1e-3));
  CHECK(ball->energy(ball->start()) == Approx(mass * 9.81 * 3.5).epsilon(1e-12));
}

TEST_CASE("a contact is closed at each vertex of the surface that is not above the ground",
          "[solids]") {
  const auto ball = make();
  CHECK(contacts(*ball, -2.999).rows() == 0);
  CHECK(contacts(*ball, -3.0001).rows() == 1);
  const Mat G = contacts(*ball, -3.1);
  const Body body = dynamic_cast<const Pictured&>(*ball).bodies(lifted(*ball, -3.1)).at(0);
  CHECK(G.rows() == (body.points.leftCols(162).row(1).array() <= 0).count());
  REQUIRE(G.rows() > 3);
  CHECK(G.cols() == ball->dof());
  CHECK(G.nonZeros() == G.rows());
  const Vec heights = G * (lifted(*ball, -3.1).x);  // each row takes one vertex' y
  CHECK((heights.array() == -3.1).all());
  Vec along_y = Vec::Zero(ball->dof());
  along_y(Eigen::seq(1, ball->dof() - 1, 3)).setOnes();
  CHECK(((G * along_y).array() == 1).all());
}

TEST_CASE("gaps of the ball are heights of its surface", "[solids]") {
  const auto ball = make({{"frequency", 2L}});
  const auto outputs = ball->outputs(0);
  for (const double lift : {0., -2.5, -3.25, -2.}) outputs->see(lifted(*ball, lift));
  CHECK(std::get<double>(outputs->result().at("least_gap")) == Approx(-0.25));
  const auto& gaps = dynamic_cast<const SwitchingFunctions&>(*ball);
  CHECK(gaps.switching_functions(lifted(*ball, -2.9)).minCoeff() == Approx(0.1));
  CHECK(gaps.switching_functions(lifted(*ball, -3.1)).minCoeff() == Approx(-0.1));
}

TEST_CASE("a ball that starts in the ground is an error", "[solids]") {
  CHECK_THROWS_WITH(make({{"height", -1.0}}), Catch::Contains("height") && Catch::Contains("-1"));
  CHECK_THROWS_WITH(make({{"height", 0.0}}), Catch::Contains("height"));
}

}  // namespace contact_ball_tests
