// What the solids' problems say of themselves beyond their derivatives.

#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}
double number(const Settings& result, const std::string& name) {
  return std::get<double>(result.at(name));
}

}  // namespace

TEST_CASE("the cube starts with the energy that its masses say", "[solids]") {
  const auto cube = make("rotating_cube");
  CHECK(cube->dof() == 3 * (1331 - 11));
  CHECK(cube->energy(cube->start()) == Approx(1.24375).epsilon(1e-12));
  CHECK(make("rotating_cube", {{"cells", 4L}})
            ->energy(make("rotating_cube", {{"cells", 4L}})->start()) ==
        Approx(1.26344).epsilon(1e-5));
  CHECK(std::get<double>(make("rotating_cube", {{"case", "stiff"}})->parameters().at("youngs")) ==
        1e6);
  CHECK(
      std::get<double>(
          make("rotating_cube", {{"case", "stiff"}, {"youngs", 7.0}})->parameters().at("youngs")) ==
      7);
}

TEST_CASE("turns and angular momentum of a rigid rotation", "[solids]") {
  const double spin = -3;
  const auto cube = make("rotating_cube", {{"cells", 2L}, {"spin", spin}});
  const State start = cube->start();
  // Positions at rest follow from v = spin (-y, x, 0).
  const auto at = [&](double t) {
    State u = start;
    u.t = t;
    const double c = std::cos(spin * t), s = std::sin(spin * t);
    for (Eigen::Index i = 0; i < u.x.size(); i += 3) {
      const double x = start.v[i + 1] / spin, y = -start.v[i] / spin;
      u.x[i] = c * x - s * y - x;
      u.x[i + 1] = s * x + c * y - y;
      u.v[i] = c * start.v[i] - s * start.v[i + 1];
      u.v[i + 1] = s * start.v[i] + c * start.v[i + 1];
    }
    return u;
  };
  const auto outputs = cube->outputs(10);
  constexpr double end = 3.7;  // where the energy is neither the least nor the most
  const std::vector<double> times{0, 0.5, 1, 1.25, 2, 2.75, 3.5, end};
  for (double t : times) outputs->see(at(t));
  const Settings result = outputs->result();
  CHECK(number(result, "turns") == Approx(spin * end / (2 * std::numbers::pi)));
  CHECK(number(result, "mean_angular_momentum") == Approx(2 * cube->kinetic(start) / spin));
  CHECK(number(result, "least_det") == Approx(1));
  // Only the height of the centre of mass differs.
  CHECK(number(result, "specific_energy_loss") ==
        Approx(cube->potential(start) - cube->potential(at(end))));  // the cube has 1 kg
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (double t : times) {
    least = std::min(least, cube->energy(at(t)));
    most = std::max(most, cube->energy(at(t)));
  }
  REQUIRE(most > cube->energy(at(end)));
  REQUIRE(least < cube->energy(at(end)));
  CHECK(number(result, "least_energy") == least);
  CHECK(number(result, "most_energy") == most);
  CHECK(std::get<std::vector<double>>(result.at("series_angular_momentum")).size() ==
        std::get<std::vector<double>>(result.at("series_t")).size());
}

TEST_CASE("the bar starts twisted and bent as its file says", "[solids]") {
  const auto bar =
      make("twisted_bar", {{"twist", std::numbers::pi / 2}, {"bend", std::numbers::pi / 2}});
  REQUIRE(bar->dof() == 3 * (4851 - 231));
  const auto* picture = dynamic_cast<const Pictured*>(bar.get());
  REQUIRE(picture);
  const auto points = picture->bodies(bar->start())[0].points;
  // The middle of the free end: a quarter of a circle of length 0.2 m.
  const double radius = 0.2 / (std::numbers::pi / 2);
  const Eigen::Vector3d middle = points.col(4850 - 115);
  CHECK((middle - Eigen::Vector3d(radius, radius, 0)).norm() < 1e-15);
  // There the section's y axis, turned by a right angle, is along z, and its z axis along +x.
  CHECK((points.col(4850 - 5) - middle - Eigen::Vector3d(0, 0, 0.05)).norm() < 1e-15);
  CHECK((points.col(4850 - 110) - middle - Eigen::Vector3d(0.025, 0, 0)).norm() < 1e-15);
}

TEST_CASE("energies of solids are finite where they start, and their elements upright",
          "[solids]") {
  for (const char* name : {"beam", "jello", "rotating_cube", "twisted_bar"}) {
    const auto problem = make(name);
    const auto outputs = problem->outputs(0);
    outputs->see(problem->start());
    INFO(name);
    CHECK(number(outputs->result(), "least_det") > 0.3);
    CHECK(number(outputs->result(), "specific_energy_loss") == 0);
    CHECK(std::isfinite(problem->energy(problem->start())));
  }
}

TEST_CASE("bodies of solids are drawn as closed surfaces", "[solids]") {
  for (const char* name : {"beam", "jello", "rotating_cube", "twisted_bar"}) {
    const auto problem = make(name, {{"cells", 1L}});
    const auto* picture = dynamic_cast<const Pictured*>(problem.get());
    REQUIRE(picture);
    const Body body = picture->bodies(problem->start())[0];
    CHECK(body.closed);
    CHECK(body.faces.cols() > 5);
    CHECK(body.faces.maxCoeff() < body.points.cols());
  }
}
