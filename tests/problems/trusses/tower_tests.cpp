#include "base/error.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace tower_tests {

using namespace stiffbench;
using Eigen::Index;

namespace {

std::unique_ptr<Problem> tower(const std::string& size, Settings settings = {}) {
  settings.insert({"size", size});
  return ProblemRegistry::instance().make("tower", settings);
}
double number(const Settings& outputs, const std::string& name) {
  return std::get<double>(outputs.at(name));
}
Vec acceleration(const Problem& problem, const State& u) {
  Vec f, a;
  problem.force(u, f);
  problem.mass().solve(f, a);
  return a;
}

/// Steps of velocity Verlet to the end; see(u) is told every state.
template <class See>
void verlet(const Problem& problem, int steps, See&& see) {
  const double h = problem.end_time() / steps;
  State u = problem.start();
  see(u);
  Vec a = acceleration(problem, u);
  for (int i = 1; i <= steps; ++i) {
    u.v += h / 2 * a;
    u.x += h * u.v;
    u.t = h * i;
    a = acceleration(problem, u);
    u.v += h / 2 * a;
    see(u);
  }
}

/// The largest change of energy over the energy of the start.
double drift(const Problem& problem, int steps) {
  const double H = problem.energy(problem.start());
  double largest = 0;
  verlet(problem, steps,
         [&](const State& u) { largest = std::max(largest, std::abs(problem.energy(u) - H)); });
  return largest / H;
}

}  // namespace

TEST_CASE("each size of tower has its nodes", "[tower]") {
  CHECK(ProblemRegistry::instance().make("tower")->dof() == 3 * (5000 - 64));
  CHECK(tower("20")->dof() == 3 * (20 - 4));
  CHECK(tower("200")->dof() == 3 * (200 - 16));
  CHECK(tower("1000")->dof() == 3 * (1000 - 36));
  CHECK(tower("2500")->dof() == 3 * (2500 - 64));
  CHECK(tower("10000")->dof() == 3 * (10000 - 64));
}

// Measured by this test.
TEST_CASE("the tower's lower part sets its fastest rate, the upper part its slowest", "[tower]") {
  const auto soft = tower("200"), stiffer = tower("200", {{"upper", 1e4}});
  CHECK(test::omega_max(*soft) == Approx(3.278e4).epsilon(1e-3));
  CHECK(test::omega_max(*stiffer) == Approx(test::omega_max(*soft)).epsilon(1e-3));
  CHECK(test::omega_min(*soft) == Approx(0.3823).epsilon(1e-3));
  CHECK(test::omega_min(*stiffer) == Approx(10 * test::omega_min(*soft)).epsilon(1e-2));
  CHECK(test::omega_max(*tower("5000")) == Approx(3.600e4).epsilon(1e-3));
  CHECK(test::omega_min(*tower("5000")) == Approx(0.07528).epsilon(1e-3));
}

// The softer lower part moves as far as the column does.
TEST_CASE("without wind and damping a tower keeps its energy", "[tower]") {
  const auto swaying = tower("200", {{"lower", 1e3}, {"speed", 50.0}, {"end_time", 4.0}});
  const double coarse = drift(*swaying, 2000), fine = drift(*swaying, 4000);
  CHECK(fine < 1e-5);
  CHECK(coarse / fine > 3.5);
  CHECK(coarse / fine < 4.5);
}

TEST_CASE("a tower gains what the wind works on it, and loses what damping takes", "[tower]") {
  const auto blown = tower(
      "200", {{"lower", 1e3}, {"speed", 5.0}, {"wind", 20.0}, {"damping", 0.3}, {"end_time", 4.0}});
  double work = 0, before = 0, power_before = NAN, H = 0;
  verlet(*blown, 8000, [&](const State& u) {
    Vec load;
    blown->load(u.t, load);
    const double power = load.dot(u.v) - 0.3 * blown->mass().diagonal().dot(u.v.cwiseAbs2());
    if (u.t > 0) work += (u.t - before) / 2 * (power + power_before);
    before = u.t;
    power_before = power;
    H = blown->energy(u);
  });
  const double gained = H - blown->energy(blown->start());
  CHECK(gained > 1e3);
  CHECK(work == Approx(gained).epsilon(1e-3));
}

TEST_CASE("the top moves the way it is pushed, and outputs say how far", "[tower]") {
  const auto blown = tower("200", {{"speed", 0.0}, {"wind", 5.0}});
  const auto outputs = blown->outputs(4);
  State u = blown->start();
  CHECK(u.v.isZero(0));
  outputs->see(u);
  u.t = 6;
  u.x.setConstant(1);
  u.x.tail(12).reshaped(3, 4).colwise() =
      Eigen::Vector3d(3 * std::cos(M_PI / 9), 3 * std::sin(M_PI / 9), -0.5);
  outputs->see(u);
  u.t = 12;
  u.x.tail(12).reshaped(3, 4).colwise() =
      Eigen::Vector3d(-2 * std::sin(M_PI / 9), 2 * std::cos(M_PI / 9), -0.25);
  outputs->see(u);
  const Settings result = outputs->result();
  CHECK(number(result, "deflection") == Approx(0).margin(1e-14));
  CHECK(number(result, "largest_deflection") == Approx(3));
  CHECK(number(result, "sinking") == Approx(0.25));
  const auto& series = std::get<std::vector<double>>(result.at("series_deflection"));
  REQUIRE(series.size() == 3);
  CHECK(series[1] == Approx(3));
  // The wind blows on the top as it does elsewhere, with the square of the height.
  Vec load;
  blown->load(8, load);
  CHECK(load.tail<3>()[0] > 0);
  CHECK(load.tail<3>()[1] / load.tail<3>()[0] == Approx(std::tan(M_PI / 9)));
  CHECK(load.head<3>().norm() < 0.05 * load.tail<3>().norm());
}

TEST_CASE("a tower that nothing can move, or that no bar could hold, is refused", "[tower]") {
  CHECK_THROWS_WITH(tower("200", {{"speed", 0.0}}), Catch::Contains("moves the tower"));
  CHECK_THROWS_WITH(tower("300"), Catch::Contains("'size' must be one of"));
  CHECK_THROWS_WITH(tower("200", {{"lower", 0.0}}), Catch::Contains("'lower' must be positive"));
  CHECK_THROWS_WITH(tower("200", {{"upper", -1.0}}), Catch::Contains("'upper' must be positive"));
  CHECK_THROWS_WITH(tower("200", {{"mass", 0.0}}), Catch::Contains("'mass' must be positive"));
  CHECK_THROWS_WITH(tower("200", {{"damping", -1.0}}),
                    Catch::Contains("'damping' must be zero or positive"));
}

TEST_CASE("the tower's picture is its bars, the stiff ones apart", "[tower]") {
  const auto small = tower("200");
  const auto bodies = dynamic_cast<const Pictured&>(*small).bodies(small->start());
  REQUIRE(bodies.size() == 2);
  for (const Body& body : bodies) {
    REQUIRE(body.points.cols() == 200);
    for (const auto& bar : body.lines) {
      const double height = std::max(body.points(2, bar[0]), body.points(2, bar[1]));
      REQUIRE((height < 122) == (body.name == "lower"));
    }
  }
}

}  // namespace tower_tests
