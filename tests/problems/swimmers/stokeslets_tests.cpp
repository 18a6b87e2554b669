#include "problems/swimmers/stokeslets.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>

namespace stokeslets_tests {

using namespace stiffbench;

namespace {

constexpr double pi = std::numbers::pi;
using Points = Eigen::Matrix3Xd;

Points cloud(int points, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-0.02, 0.02);
  return Points::NullaryExpr(3, points, [&] { return number(generator); });
}
Vec numbers(Eigen::Index size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  return Vec::NullaryExpr(size, [&] { return number(generator); });
}

/// Points evenly spread over a sphere, on a spiral.
Points sphere(int points, double radius) {
  Points all(3, points);
  for (int i = 0; i < points; ++i) {
    const double z = 1 - (2.0 * i + 1) / points, angle = pi * (3 - std::sqrt(5.0)) * i;
    const double r = std::sqrt(1 - z * z);
    all.col(i) = radius * Eigen::Vector3d(r * std::cos(angle), r * std::sin(angle), z);
  }
  return all;
}

/// The force that moves a sphere of so many Stokeslets at 1 m/s, over Stokes' 6 pi mu a.
double drag_ratio(int points) {
  const double radius = 0.03, viscosity = 2;
  // A blob as wide as the area that belongs to a point.
  const double blob = radius * std::sqrt(4 * pi / points) / 2;
  const Stokeslets fluid({viscosity, blob}, sphere(points, radius));
  const Vec falling = Eigen::Vector3d(0, 0, -1).replicate(points, 1);
  const Vec pushes = fluid.pushes(falling);
  const Eigen::Vector3d sum = pushes.reshaped(3, points).rowwise().sum();
  CHECK(std::abs(sum[0]) + std::abs(sum[1]) < 0.01 * std::abs(sum[2]));
  return -sum[2] / (6 * pi * viscosity * radius);
}

}  // namespace

TEST_CASE("a falling sphere of Stokeslets obeys Stokes' law, the better the more there are",
          "[stokeslets]") {
  const double coarse = drag_ratio(40), middle = drag_ratio(160), fine = drag_ratio(640);
  CAPTURE(coarse, middle, fine);
  CHECK(fine == Approx(1).epsilon(0.02));
  CHECK(std::abs(middle - 1) < 0.6 * std::abs(coarse - 1));
  CHECK(std::abs(fine - 1) < 0.6 * std::abs(middle - 1));
}

TEST_CASE("one Stokeslet alone feels 4 pi mu epsilon, two far apart push each other as points do",
          "[stokeslets]") {
  const Vec v = numbers(3, 2);
  const Vec alone = Stokeslets({2, 1e-3}, cloud(1)).pushes(v);
  CHECK((alone - 4 * pi * 2 * 1e-3 * v).norm() < 1e-13 * alone.norm());
  // Oseen: a force along the line between them moves the other by 1 / (4 pi mu r), across by half.
  Points two = Points::Zero(3, 2);
  two(0, 1) = 0.5;
  Vec pushes = Vec::Zero(6);
  pushes << 1, 1, 0, 0, 0, 0;
  const Vec moved = Stokeslets({2, 1e-5}, two).velocities(pushes);
  CHECK(moved[3] == Approx(1 / (4 * pi * 2 * 0.5)).epsilon(1e-8));
  CHECK(moved[4] == Approx(1 / (8 * pi * 2 * 0.5)).epsilon(1e-8));
}

TEST_CASE("pushes lead to the velocities that they are of, and cost power", "[stokeslets]") {
  const Points x = cloud(20);
  const Stokeslets fluid({0.7, 2e-3}, x);
  const Vec v = numbers(60, 3), g = fluid.pushes(v);
  CHECK((fluid.velocities(g) - v).norm() < 1e-12 * v.norm());
  CHECK((fluid.resistance() * v - g).norm() < 1e-12 * g.norm());
  CHECK((fluid.resistance() - fluid.resistance().transpose()).norm() == 0);
  CHECK(g.dot(v) > 0);
}

TEST_CASE("changes of velocities and pushes with the points are those of differences",
          "[stokeslets]") {
  const Points x = cloud(6);
  const StokesFluid oil{0.7, 2e-3};
  const Stokeslets fluid(oil, x);
  const Vec v = numbers(18, 4), dx = numbers(18, 5), g = fluid.pushes(v);
  const double e = 1e-7;
  const Points step = e * dx.reshaped(3, 6);
  const Stokeslets above(oil, x + step), below(oil, x - step);
  const Vec of_velocities = (above.velocities(g) - below.velocities(g)) / (2 * e);
  const Vec of_pushes = (above.pushes(v) - below.pushes(v)) / (2 * e);
  CHECK((fluid.velocity_change(g, dx) - of_velocities).norm() < 1e-7 * of_velocities.norm());
  CHECK((fluid.push_gradient(g) * dx - of_pushes).norm() < 1e-7 * of_pushes.norm());
}

TEST_CASE("two points that approach each other have the drag of one, and none where they coincide",
          "[stokeslets]") {
  const double blob = 1e-3;
  Points two = Points::Zero(3, 2);
  two(0, 1) = 1e-3 * blob;
  const Eigen::Vector3d v = numbers(3, 6);
  const Vec pushes = Stokeslets({2, blob}, two).pushes(v.replicate(2, 1));
  const Eigen::Vector3d sum = pushes.head(3) + pushes.tail(3);
  CHECK((sum - 4 * pi * 2 * blob * v).norm() < 1e-5 * sum.norm());
  two(0, 1) = 0;
  CHECK_FALSE(Stokeslets({2, blob}, two).pushes(v.replicate(2, 1)).allFinite());
}

}  // namespace stokeslets_tests
