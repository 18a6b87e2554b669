#include "problems/forces/contact/verlet_list.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace verlet_list_tests {

using namespace stiffbench;

namespace {

using Pairs = std::vector<std::array<int, 2>>;

/// Points at random in a box of these edges, three of each group one after another.
struct Cloud {
  Eigen::Matrix3Xd points;
  std::vector<int> group;

  Cloud(int count, const Eigen::Vector3d& edges, unsigned seed) : points(3, count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> part(-0.5, 0.5);
    for (int i = 0; i < count; ++i) {
      for (int axis = 0; axis < 3; ++axis) points(axis, i) = edges[axis] * part(random);
      group.push_back(i / 3);
    }
  }
  Pairs by_force(double distance) const {
    Pairs pairs;
    for (int i = 0; i < points.cols(); ++i)
      for (int j = i / 3 * 3 + 3; j < points.cols(); ++j)
        if ((points.col(i) - points.col(j)).norm() < distance) pairs.push_back({i, j});
    return pairs;
  }
  Pairs listed(double reach, double skin) const {
    const VerletList near(points, group, reach, skin);
    return near.within_reach(Vec::Zero(points.size()))->pairs;
  }
};

}  // namespace

TEST_CASE("near pairs are those of brute force, in rising order, in rooms of every shape",
          "[verlet_list]") {
  const std::array<Eigen::Vector3d, 7> rooms{
      {{4, 4, 4}, {40, 2, 2}, {2, 40, 2}, {2, 2, 40}, {9, 9, 0}, {0, 0, 30}, {0.3, 0.3, 0.3}}};
  unsigned seed = 1;
  for (const auto& room : rooms) {
    const Cloud cloud(400, room, ++seed);
    const Pairs expected = cloud.by_force(0.7);
    CAPTURE(room.transpose());
    CHECK(expected.size() > 100);
    CHECK((cloud.listed(0.5, 0.2) == expected));
  }
}

TEST_CASE("points on the walls of cells, and one far away, are near what they were near",
          "[verlet_list]") {
  Cloud cloud(600, {5, 5, 5}, 3);
  cloud.points = cloud.points.array().round();  // a grid as wide as the distance
  CHECK(cloud.by_force(1).size() > 100);
  CHECK((cloud.listed(0.9, 0.1) == cloud.by_force(1)));
  CHECK((cloud.listed(1, 0.001) == cloud.by_force(1.001)));
  cloud.points.col(17) << 1e6, -2e5, 3e4;
  CHECK((cloud.listed(1, 0.001) == cloud.by_force(1.001)));
}

TEST_CASE("points that are nowhere, or beyond all bounds, have no near pairs", "[verlet_list]") {
  const Cloud cloud(30, {1, 1, 1}, 4);
  const VerletList near(cloud.points, cloud.group, 0.5, 0.2);
  Vec u = Vec::Zero(90);
  CHECK_FALSE(near.within_reach(u)->pairs.empty());
  u[4] = std::numeric_limits<double>::quiet_NaN();
  CHECK(near.within_reach(u)->pairs.empty());
  u[4] = 1e300;
  CHECK(near.within_reach(u)->pairs.empty());
  CHECK(Cloud(0, {1, 1, 1}, 5).listed(0.5, 0.2).empty());
}

TEST_CASE("a list serves until a point has moved by half a skin", "[verlet_list]") {
  for (const auto& [count, threads] : {std::array{300, 1}, {20000, 1}, {20000, 2}}) {
    CAPTURE(count, threads);
    const test::ThreadGuard guard(threads);
    const Cloud cloud(count, Eigen::Vector3d::Constant(0.45 * std::cbrt(count)), 6);
    const VerletList near(cloud.points, cloud.group, 0.5, 0.2);
    Vec u = Vec::Zero(3 * count);
    const auto first = near.within_reach(u);
    u[3 * count - 1] = 0.0999;
    CHECK(near.within_reach(u) == first);
    u[3 * count - 1] = 0.1001;
    CHECK(near.within_reach(u) != first);
  }
}

}  // namespace verlet_list_tests
