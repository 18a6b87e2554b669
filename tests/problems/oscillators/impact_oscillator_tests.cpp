#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace impact_oscillator_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> mass(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("impact_oscillator", settings);
}

}  // namespace

TEST_CASE("a ball comes to rest after infinitely many impacts") {
  const auto ball = mass({{"restitution", 0.5}});
  const double first = std::sqrt(2 / 9.81), rest = first * 1.5 / 0.5, speed = 9.81 * first;
  for (int n = 1; n <= 20; ++n) {  // the top of the flight after each impact
    const double e = std::pow(0.5, n), t = first + 2 * first * (0.5 - e) / 0.5 + e * first;
    INFO(n << " impacts");
    CHECK(ball->exact(t)->x[0] == Approx(e * e).epsilon(1e-9));
    CHECK(std::abs(ball->exact(t)->v[0]) < 1e-13 * speed);
  }
  CHECK(ball->exact(0.999 * rest)->x[0] > 0);
  CHECK(ball->exact(1.001 * rest)->x[0] == 0);
  CHECK(ball->exact(1.001 * rest)->v[0] == 0);
  CHECK(ball->exact(100)->t == 100);
}

TEST_CASE("an oscillator with a wall in its middle has half the period, and keeps e of its speed") {
  const Settings settings{{"omega", 3.0}, {"gravity", 0.0}};
  const double half = std::numbers::pi / 3;
  for (const double e : {1., 0.8}) {
    Settings own = settings;
    own["restitution"] = e;
    const auto problem = mass(own);
    for (int n = 0; n < 5; ++n) {
      CHECK(problem->exact(n * half)->x[0] == Approx(std::pow(e, n)));
      CHECK(problem->exact((n + 0.499) * half)->v[0] < 0);
      CHECK(problem->exact((n + 0.501) * half)->v[0] > 0);
    }
  }
}

TEST_CASE("the closed form jumps at walls beside the middle of a spring by Newton's law") {
  for (const double rest : {-0.4, 0.4})
    for (const double v0 : {-2., 0.7}) {
      const auto problem = mass(
          {{"omega", 3.0}, {"rest", rest}, {"gravity", 2.0}, {"v0", v0}, {"restitution", 0.7}});
      int impacts = 0;
      State before = problem->start();
      for (int i = 1; i <= 40'000; ++i) {
        const State u = *problem->exact(1e-4 * i);
        CHECK(u.x[0] >= 0);
        const bool rises = before.v[0] < -0.3 && u.v[0] > 0.1;
        impacts += rises;
        CHECK(problem->energy(u) <= problem->energy(before) + 1e-12);
        if (rises) CHECK(u.v[0] / before.v[0] == Approx(-0.7).margin(0.02));
        // So fast a mass meets the wall at most once in 0.1 ms.
        if (std::min(before.v[0] * u.v[0], std::abs(u.v[0])) > 0.1)
          CHECK(problem->energy(u) == Approx(problem->energy(before)).epsilon(1e-12));
        before = u;
      }
      INFO("rest = " << rest << ", v0 = " << v0);
      CHECK(impacts >= 1);
    }
}

TEST_CASE("a mass that never meets the wall swings, and one that flies away returns no more") {
  const auto swings = mass({{"omega", 3.0}, {"rest", 2.0}, {"gravity", 0.0}});
  CHECK(swings->exact(7)->x[0] == Approx(2 - std::cos(21.)));
  const auto flies = mass({{"gravity", 0.0}, {"v0", 1.5}});
  CHECK(flies->exact(7)->x[0] == Approx(11.5));
}

TEST_CASE("the wall of a mass is no force, and penetrates where nothing obeys it") {
  const auto ball = mass();
  const ContactConstraints* contacts = contact_constraints(*ball);
  REQUIRE(contacts);
  CHECK(contacts->restitution() == 0.8);
  Vec f, g;
  ball->force({0, Vec::Constant(1, -0.5), Vec::Zero(1)}, f);
  CHECK(f[0] == -9.81);
  contacts->gaps(Vec::Constant(1, -0.5), g);
  CHECK(g[0] == -0.5);
  CHECK_THROWS_WITH(mass({{"x0", 0.0}, {"v0", -1.0}}), Catch::Contains("v0 = -1"));
}

}  // namespace impact_oscillator_tests
