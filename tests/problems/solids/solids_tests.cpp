// What the solids' problems say of themselves beyond their derivatives.

#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace solids_tests {

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
  for (const char* name : {"beam", "cloth", "jello", "rotating_cube", "twisted_bar"}) {
    const auto problem = make(name);
    const auto outputs = problem->outputs(0);
    outputs->see(problem->start());
    INFO(name);
    CHECK(number(outputs->result(), "least_det") > 0.3);
    CHECK(number(outputs->result(), "specific_energy_loss") == 0);
    CHECK(number(outputs->result(), "volume") > 0.9);
    CHECK(number(outputs->result(), "inverted") == 0);
    CHECK(std::isfinite(problem->energy(problem->start())));
  }
}

TEST_CASE("bodies of solids are drawn as closed surfaces", "[solids]") {
  for (const char* name :
       {"beam", "cloth", "extreme_deformation", "jello", "rotating_cube", "twisted_bar"}) {
    const auto problem = make(name, {{"cells", 1L}});
    const auto* picture = dynamic_cast<const Pictured*>(problem.get());
    REQUIRE(picture);
    const Body body = picture->bodies(problem->start())[0];
    CHECK(body.closed);
    CHECK(body.faces.cols() > 5);
    CHECK(body.faces.maxCoeff() < body.points.cols());
  }
}

TEST_CASE("an extreme deformation turns elements inside out, the same ones everywhere",
          "[solids]") {
  const auto problem = make("extreme_deformation");
  const auto outputs = problem->outputs(0);
  outputs->see(problem->start());
  const Settings result = outputs->result();
  CHECK(number(result, "least_det") < -1);
  CHECK(number(result, "inverted") > 0.3);
  CHECK(number(result, "inverted") < 0.6);
  const Vec x = problem->start().x;
  CHECK(x.cwiseAbs().maxCoeff() <= 1. / 6);
  CHECK(x.cwiseAbs().maxCoeff() > 0.16);
  CHECK(std::abs(x.mean()) < 0.01);
  // The first two numbers of std::mt19937_64 from the seed 1.
  CHECK(6 * x[0] == Approx(-0.7322).margin(1e-4));
  CHECK((make("extreme_deformation", {{"seed", 2L}})->start().x - x).norm() > 1);
  CHECK(std::isfinite(
      make("extreme_deformation", {{"material", "fixed_corotated"}})->energy(problem->start())));
  CHECK_THROWS_WITH(make("extreme_deformation", {{"material", "neo_hookean"}}),
                    Catch::Contains("stable_neo_hookean"));
  CHECK(make("extreme_deformation", {{"material", "neo_hookean"}, {"scatter", 0.01}}));
}

TEST_CASE("the wind on a cloth is the acceleration that its file states", "[solids]") {
  const auto cloth = make("cloth", {{"cells", 3L}, {"wind", 7.0}});
  const auto* picture = dynamic_cast<const Pictured*>(cloth.get());
  REQUIRE(picture);
  const Eigen::Matrix3Xd points = picture->bodies(cloth->start())[0].points;
  const double t = 0.13, rise = 1 - std::exp(-std::pow(t / 0.1, 2)), turn = 2 * std::numbers::pi;
  Vec f, weight;
  cloth->load(t, f);
  cloth->load(0, weight);
  CHECK(weight.isZero(0));
  int place = 0;
  double mass = 0;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const auto X = points.col(i);
    if (X[1] == 0) continue;
    const double gust = 0.5 + std::sin(turn * (t / 0.5 - X[0] / 0.7 + X[1] / 1.4));
    const double own = f[3 * place] / (7 * rise * 0.2);  // its mass
    mass += own;
    CHECK(f[3 * place + 1] == 0);
    CHECK(f[3 * place + 2] == Approx(own * 7 * rise * gust).margin(1e-12));
    ++place;
  }
  CHECK(3 * place == cloth->dof());
  CHECK(mass == Approx(10 * (1 - 1. / 6)));  // but that of the upper edge
}

TEST_CASE("a start without a finite energy is told with its cause", "[solids]") {
  const std::string soft = "neo_hookean";
  CHECK_THROWS_WITH(make("twisted_bar", {{"cells", 1L}, {"twist", 1000.0}, {"material", soft}}),
                    Catch::Contains("'twisted_bar'") &&
                        Catch::Contains("got elements inside out, of material neo_hookean; choose "
                                        "stable_neo_hookean") &&
                        Catch::Contains("give a smaller twist or bend"));
  CHECK(make("twisted_bar", {{"cells", 1L}, {"material", soft}, {"twist", 0.1}}));
  CHECK(make("twisted_bar", {{"cells", 1L}, {"twist", 1000.0}}));  // a corotated material
  CHECK_THROWS_WITH(make("extreme_deformation", {{"cells", 1L}, {"scatter", 1e100}}),
                    Catch::EndsWith("got inf J; give a smaller scatter"));
  CHECK_THROWS_WITH(make("jello", {{"cells", 1L}, {"nudge", 1e200}}),
                    Catch::Contains("'jello'") && Catch::Contains("got inf J; choose parameters "));
}

TEST_CASE("a body too large or too small for a double's third powers is told so", "[solids]") {
  for (const double section : {1e200, 1e-200})
    CHECK_THROWS_WITH(make("beam", {{"section", section}}),
                      Catch::Contains("positive volume at rest, and a finite one") &&
                          Catch::Contains("choose lengths of the body nearer to 1 m"));
}

TEST_CASE("a grid has no more cells than an int can number", "[solids]") {
  for (const char* name : {"beam", "cloth", "extreme_deformation", "jello", "rotating_cube"})
    CHECK_THROWS_WITH(make(name, {{"cells", 100000L}}),
                      Catch::Contains("a grid has at least one cell") &&
                          Catch::Contains("100000") && Catch::Contains("take fewer cells"));
  CHECK_THROWS_WITH(make("twisted_bar", {{"cells", 1000000000L}}), Catch::Contains("fewer cells"));
}

}  // namespace solids_tests
