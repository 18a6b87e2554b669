// Switching functions of contacts with planes change their signs at kinks of the force, and nowhere
// else.

#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace plane_kinks_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> point(double friction, const std::string& law = "coulomb") {
  return ProblemRegistry::instance().make("sliding_block", {{"case", std::string("point")},
                                                            {"slope", 0.},
                                                            {"friction", friction},
                                                            {"friction_law", law},
                                                            {"slip_speed", 0.1},
                                                            {"reach", 1e-3}});
}
Vec kinks(const Problem& problem, double gap, double vx, double vz = 0) {
  State u = problem.start();
  u.x = Eigen::Vector3d(0, gap, 0);
  u.v = Eigen::Vector3d(vx, 0, vz);
  return dynamic_cast<const SwitchingFunctions&>(problem).switching_functions(u);
}

}  // namespace

TEST_CASE("without friction a vertex has one kink before a plane, where the barrier begins",
          "[contact]") {
  for (const auto& problem : {point(0), point(0.5, "viscous")}) {
    REQUIRE(kinks(*problem, 1.1e-3, 1).size() == 1);
    CHECK(kinks(*problem, 1.1e-3, 1)[0] == Approx(1e-4));
    CHECK(kinks(*problem, 0.9e-3, 1)[0] == Approx(-1e-4));
  }
}

TEST_CASE("friction has kinks at its slip speed and where a straight slip turns round",
          "[contact]") {
  const auto problem = point(0.5);
  const Vec slow = kinks(*problem, 5e-4, 0.05), fast = kinks(*problem, 5e-4, 0.2),
            back = kinks(*problem, 5e-4, -0.05), across = kinks(*problem, 5e-4, 0.08, 0.08);
  REQUIRE(slow.size() == 3);
  CHECK(slow[1] == Approx(-0.05));
  CHECK(fast[1] == Approx(0.1));
  CHECK(across[1] > 0);
  CHECK(slow[2] == Approx(0.05));
  CHECK(back[2] == Approx(-0.05));
  CHECK(!differ(slow, kinks(*problem, 4e-4, 0.06)));
  CHECK(differ(slow, fast));
  CHECK(differ(slow, back));
}

TEST_CASE("slip has no kinks beyond the barrier's reach, and round-off is no slip", "[contact]") {
  const auto problem = point(0.5);
  CHECK(!differ(kinks(*problem, 2e-3, 0.05), kinks(*problem, 2e-3, -5)));
  CHECK(!differ(kinks(*problem, 5e-4, 1e-17), kinks(*problem, 5e-4, -1e-17)));
}

}  // namespace plane_kinks_tests
