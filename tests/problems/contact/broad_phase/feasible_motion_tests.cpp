// Feasible motions against closed forms, searches of all pairs, and the audit.

#include "base/error.hpp"
#include "problems/contact/audit/intersections.hpp"
#include "problems/contact/broad_phase/broad_phase.hpp"
#include "problems/contact/broad_phase/feasible_motion.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/problems/contact/random_scenes.hpp"

#include <catch2/catch.hpp>

namespace feasible_motion_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

template <std::size_t n, std::size_t m>
std::optional<Impact> impact(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1,
                             const std::array<int, n>& a, const std::array<int, m>& b) {
  const auto start = join(x0, a, b), end = join(x1, a, b);
  if constexpr (n == 2)
    return edge_edge_impact(start, end);
  else if constexpr (m == 3)
    return point_triangle_impact(start, end);
  else if constexpr (m == 2)
    return point_edge_impact(start, end);
  else
    return point_point_impact(start, end);
}

/// A scene at random whose primitives do not touch: what penetrates is moved away.
struct Start {
  ContactSurface surface;
  Eigen::Matrix3Xd x;
};

Start apart(RandomPairs& random) {
  for (;;) {
    SceneBuilder scene;
    const auto anywhere = [&] { return Eigen::Vector3d(2 * random.anywhere<1>()); };
    for (int i = 0; i < 3; ++i)
      scene.add(geodesic_sphere(2), i ? Role::soft : Role::stiff, anywhere(), 0.7);
    scene.add(geodesic_sphere(1), Role::fixed, anywhere(), 0.5);
    Eigen::Matrix3Xd x(3, 8);
    for (int i = 0; i < 8; ++i) x.col(i) = anywhere();
    Eigen::Matrix2Xi rods(2, 3);
    rods << 0, 1, 2, 1, 2, 3;
    scene.add(x.leftCols(4), Eigen::Matrix3Xi(3, 0), Role::soft, rods);
    scene.add(x.rightCols(4), Eigen::Matrix3Xi(3, 0), Role::soft);
    add_floor(scene, -3, 30);
    scene.add({Eigen::Vector3d(0.6, 0.8, 0), -3});
    Start start{scene.build(), {}};
    start.x = start.surface.mesh().rest;
    if (intersections(start.surface, start.x).none()) return start;
  }
}

/// A point that falls on a triangle, and a plane, from a height of 1.
ContactSurface falling_point() {
  SceneBuilder scene;
  Eigen::Matrix3Xd corners(3, 3), point(3, 1);
  corners << -1, 1, 0, 0, 0, 0, 1, 1, -1;
  point << 0.2, 1, 0.1;
  scene.add(point, Eigen::Matrix3Xi(3, 0), Role::soft)
      .add(corners, Eigen::Vector3i(0, 1, 2), Role::fixed)
      .add({Eigen::Vector3d::UnitY(), -1});
  return scene.build();
}

double fall(double distance) {
  const ContactSurface surface = falling_point();
  const Eigen::Matrix3Xd x0 = surface.mesh().rest;
  Eigen::Matrix3Xd x1 = x0;
  x1(1, 0) -= distance;
  return feasible_motion(surface, BroadPhase(surface).candidates(x0, x1, 0), x0, x1);
}

}  // namespace

TEST_CASE("a point that falls uses nine tenths of its distance", "[feasible_motion]") {
  CHECK(fall(0.5) == 1);
  CHECK(fall(-5) == 1);
  CHECK(fall(1) == Approx(0.9).epsilon(1e-3));
  CHECK(fall(1) <= 0.9);
  CHECK(fall(4) == Approx(0.9 / 4).epsilon(1e-3));
  CHECK(fall(4) >= 0.899 / 4);
}

TEST_CASE("planes limit a motion in closed form", "[feasible_motion]") {
  const ContactSurface surface = falling_point();
  const Eigen::Matrix3Xd x0 = surface.mesh().rest;
  Eigen::Matrix3Xd x1 = x0;
  x1.col(0) += Eigen::Vector3d(50, -8, 0);
  Candidates planes;
  planes.point_plane = {{0, 0}};
  CHECK(feasible_motion(surface, planes, x0, x1) == Approx(0.9 * 2 / 8).epsilon(1e-15));
  x1(1, 0) = -0.8;  // a tenth of the distance remains
  CHECK(feasible_motion(surface, planes, x0, x1) == Approx(1).epsilon(1e-15));
  x1(1, 0) = -0.79;
  CHECK(feasible_motion(surface, planes, x0, x1) == 1);
  for (const double height : {-1.0, -1.5}) {
    Eigen::Matrix3Xd below = x0;
    below(1, 0) = height;
    CHECK(feasible_motion(surface, planes, below, x1) == 0);
  }
}

TEST_CASE("no impact escapes the candidates", "[broad_phase]") {
  RandomPairs random(51);
  int impacts = 0;
  for (int i = 0; i < 12; ++i) {
    const auto [surface, x0] = apart(random);
    const Eigen::Matrix3Xd x1 = moved(surface, x0, random.power(-1.5, 0.3), random);
    const Candidates listed = BroadPhase(surface).candidates(x0, x1, 0);
    Candidates expected;
    each_pair_by_force(surface, expected,
                       [&](auto& list, int k, int m, const auto& a, const auto& b) {
                         if (impact(x0, x1, a, b)) list.push_back({k, m});
                       });
    const auto holds = [&](Candidates::Pairs Candidates::*kind) {
      const auto &more = listed.*kind, &pairs = expected.*kind;
      impacts += static_cast<int>(pairs.size());
      return std::includes(more.begin(), more.end(), pairs.begin(), pairs.end());
    };
    CHECK(holds(&Candidates::point_triangle));
    CHECK(holds(&Candidates::edge_edge));
    CHECK(holds(&Candidates::point_edge));
    CHECK(holds(&Candidates::point_point));
  }
  CHECK(impacts > 1000);
}

TEST_CASE("feasible motions leave scenes free of intersections, and a tenth of every distance",
          "[feasible_motion]") {
  RandomPairs random(52);
  int limited = 0, prevented = 0;
  for (int i = 0; i < 12; ++i) {
    const auto [surface, x0] = apart(random);
    const BroadPhase broad_phase(surface);
    Eigen::Matrix3Xd x = x0;
    for (int step = 0; step < 4; ++step) {
      const Eigen::Matrix3Xd x1 = moved(surface, x, random.power(-1.5, 0.3), random);
      const Candidates pairs = broad_phase.candidates(x, x1, 0);
      const double fraction = feasible_motion(surface, pairs, x, x1);
      CHECK(fraction > 0);
      limited += fraction < 1;
      const auto at = [&](double t) { return Eigen::Matrix3Xd(x + t * (x1 - x)); };
      for (int k = 1; k <= 8; ++k) CHECK(intersections(surface, at(fraction * k / 8)).none());
      prevented += !intersections(surface, at(1)).none();
      const Eigen::Matrix3Xd end = at(fraction);
      const MovingBoxes boxes(surface, x, x1);
      Candidates unused;
      double least = 1;
      each_pair_by_force(surface, unused, [&](auto&, int, int, const auto& a, const auto& b) {
        if (boxes.near(a, b, 0)) least = std::min(least, distance(end, a, b) / distance(x, a, b));
      });
      CHECK(least > 0.1 * (1 - 1e-9));
      x = end;
    }
  }
  CHECK(limited > 20);
  CHECK(prevented > 10);
}

TEST_CASE("feasible motions do not depend on threads, or on the order of pairs",
          "[feasible_motion]") {
  RandomPairs random(53);
  for (int i = 0; i < 3; ++i) {
    SceneBuilder scene;
    scene.add(geodesic_sphere(5), Role::soft, {0, 0, 0}, 1)
        .add(geodesic_sphere(5), Role::soft, {0.3, 2.1, 0}, 1)
        .add({Eigen::Vector3d::UnitX(), -2});
    const ContactSurface surface = scene.build();
    const Eigen::Matrix3Xd x0 = surface.mesh().rest, x1 = moved(surface, x0, 0.3, random);
    Candidates pairs = BroadPhase(surface).candidates(x0, x1, 0);
    CHECK(pairs.edge_edge.size() > 1000);
    const double fraction = feasible_motion(surface, pairs, x0, x1);
    CHECK(fraction < 1);
    with_any_threads([&] { return feasible_motion(surface, pairs, x0, x1); });
    std::reverse(pairs.edge_edge.begin(), pairs.edge_edge.end());
    std::reverse(pairs.point_triangle.begin(), pairs.point_triangle.end());
    CHECK(feasible_motion(surface, pairs, x0, x1) == fraction);
    // The least of the fractions of single pairs, none of which ends a search early.
    double least = 1;
    for (const auto kind : {&Candidates::point_triangle, &Candidates::edge_edge})
      for (const auto& pair : pairs.*kind) {
        Candidates single;
        single.*kind = {pair};
        least = std::min(least, feasible_motion(surface, single, x0, x1));
      }
    CHECK(least == fraction);
  }
}

TEST_CASE("motions of pairs that touch are not feasible, motions to nowhere are refused",
          "[feasible_motion]") {
  const ContactSurface surface = falling_point();
  Eigen::Matrix3Xd x0 = surface.mesh().rest;
  Eigen::Matrix3Xd x1 = x0;
  x0(1, 0) = 0;
  const Candidates pairs = BroadPhase(surface).candidates(x0, x1, 0);
  CHECK(pairs.point_triangle.size() == 1);
  CHECK(feasible_motion(surface, pairs, x0, x1) == 0);
  x1(2, 1) = std::nan("");
  CHECK_THROWS_WITH(feasible_motion(surface, pairs, x0, x1),
                    Catch::StartsWith("positions of a motion are finite numbers"));
}

}  // namespace feasible_motion_tests
