// The audit of states against brute force, and of states whose answer is clear.

#include "base/error.hpp"
#include "problems/contact/audit/edge_triangle.hpp"
#include "problems/contact/audit/intersections.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/problems/contact/random_scenes.hpp"

#include <catch2/catch.hpp>

#include <limits>

namespace intersections_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

Intersections by_force(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  Intersections all;
  for (int i = 0; i < surface.mesh().edges.cols(); ++i)
    for (int j = 0; j < surface.mesh().triangles.cols(); ++j) {
      const auto [p, q] = surface.edge(i);
      const auto [a, b, c] = surface.triangle(j);
      Points<5> points;
      points << x.col(p), x.col(q), x.col(a), x.col(b), x.col(c);
      if (surface.may_touch(surface.edge(i), surface.triangle(j)) && edge_meets_triangle(points))
        all.edge_triangle.push_back({i, j});
    }
  for (int i = 0; i < surface.vertices(); ++i)
    for (int k = 0; k < std::ssize(surface.mesh().planes); ++k) {
      const auto& [normal, offset] = surface.mesh().planes[static_cast<std::size_t>(k)];
      if (!surface.is_fixed(i) && normal.dot(x.col(i)) <= offset) all.point_plane.push_back({i, k});
    }
  return all;
}

/// Two balls of radius 1 whose centres have this distance.
ContactSurface two_balls(double distance, Role role = Role::soft) {
  SceneBuilder scene;
  scene.add(geodesic_sphere(3), role, {0, 0, 0}, 1)
      .add(geodesic_sphere(3), role, {0, distance, 0}, 1);
  return scene.build();
}

}  // namespace

TEST_CASE("the audit lists the intersections of brute force", "[audit]") {
  RandomPairs random(43);
  std::size_t pairs = 0, vertices = 0;
  for (int i = 0; i < 40; ++i) {
    const ContactSurface surface = random_scene(random.uniform(2, 6), random);
    const Eigen::Matrix3Xd x = moved(surface, surface.mesh().rest, 0.1, random);
    const Intersections all = intersections(surface, x);
    CHECK(all == by_force(surface, x));
    pairs += all.edge_triangle.size();
    vertices += all.point_plane.size();
  }
  CHECK(pairs > 1000);
  CHECK(vertices > 100);
}

TEST_CASE("the audit of balls that are apart, touch, and penetrate each other", "[audit]") {
  const auto of = [](const ContactSurface& surface) {
    return intersections(surface, surface.mesh().rest);
  };
  CHECK(of(two_balls(2.1)).none());
  CHECK(!of(two_balls(1.9)).none());
  CHECK(!of(two_balls(1.9, Role::stiff)).none());
  CHECK(of(two_balls(1.9, Role::fixed)).none());  // obstacles may penetrate each other
  CHECK(!of(two_balls(0.5)).none());
}

TEST_CASE("the audit notices a surface that crosses itself", "[audit]") {
  for (const Role role : {Role::soft, Role::stiff}) {
    SceneBuilder scene;
    scene.add(geodesic_sphere(4), role, {0, 0, 0}, 1);
    const ContactSurface surface = scene.build();
    Eigen::Matrix3Xd x = surface.mesh().rest;
    CHECK(intersections(surface, x).none());
    x.col(7) *= -1.5;  // a spike through the opposite side
    CHECK(intersections(surface, x).none() == (role == Role::stiff));
  }
}

TEST_CASE("vertices on a plane count, vertices just above do not", "[audit]") {
  SceneBuilder scene;
  Eigen::Matrix3Xd x(3, 3);
  x << 1, 2, 3, 0.25, 0.25, 0.25, 0, 0, 0;
  x(1, 1) = std::nextafter(0.25, 1);
  x(1, 2) = std::nextafter(0.25, 0);
  scene.add(x, Eigen::Matrix3Xi(3, 0), Role::soft).add({Eigen::Vector3d::UnitY(), 0.25});
  scene.add(x, Eigen::Matrix3Xi(3, 0), Role::fixed);
  const ContactSurface surface = scene.build();
  const std::vector<std::array<int, 2>> expected{{0, 0}, {2, 0}};
  CHECK(intersections(surface, surface.mesh().rest).point_plane == expected);
}

TEST_CASE("the audit does not depend on the number of threads", "[audit]") {
  SceneBuilder scene;
  scene.add(geodesic_sphere(20), Role::soft, {0, 0, 0}, 1)
      .add(geodesic_sphere(20), Role::soft, {0, 1.5, 0}, 1)
      .add({Eigen::Vector3d::UnitY(), 0});
  const ContactSurface surface = scene.build();
  CHECK(intersections(surface, surface.mesh().rest).edge_triangle.size() > 100);
  with_any_threads([&] { return intersections(surface, surface.mesh().rest); });
}

TEST_CASE("the audit refuses positions that are not finite", "[audit]") {
  const ContactSurface surface = two_balls(3);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Eigen::Matrix3Xd x = surface.mesh().rest;
    x(0, 9) = value;
    CHECK_THROWS_WITH(intersections(surface, x), Catch::StartsWith("positions of vertices are "));
  }
  CHECK_THROWS_AS(intersections(surface, surface.mesh().rest.leftCols(5)), Error);
}

}  // namespace intersections_tests
