// Candidates against brute force, and how their number of comparisons grows.

#include "base/error.hpp"
#include "problems/contact/broad_phase/broad_phase.hpp"
#include "problems/contact/broad_phase/near_pairs.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/problems/contact/random_scenes.hpp"

#include <catch2/catch.hpp>

#include <limits>

namespace broad_phase_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

/// Checks the candidates of a motion, and returns their number but for planes.
std::size_t check(const ContactSurface& surface, const Eigen::Matrix3Xd& x0,
                  const Eigen::Matrix3Xd& x1, double reach) {
  Candidates pairs = BroadPhase(surface).candidates(x0, x1, reach);
  pairs.compared = 0;
  CHECK(pairs == candidates_by_force(surface, x0, x1, reach));
  return pairs.point_triangle.size() + pairs.edge_edge.size() + pairs.point_edge.size() +
         pairs.point_point.size();
}

Eigen::Matrix3Xd start(const ContactSurface& surface) { return surface.mesh().rest; }

/// Two soft balls of this frequency that nearly touch, over a large floor.
ContactSurface two_balls(int frequency) {
  SceneBuilder scene;
  const double gap = 0.1 / frequency;
  scene.add(geodesic_sphere(frequency), Role::soft, {0, 0, 0}, 1)
      .add(geodesic_sphere(frequency), Role::soft, {0, 2 + gap, 0}, 1);
  add_floor(scene, -1 - gap, 50);
  return scene.build();
}

}  // namespace

TEST_CASE("candidates are those of brute force, in motions of every length", "[broad_phase]") {
  RandomPairs random(31);
  std::array<std::size_t, 4> kinds{};
  for (int i = 0; i < 200; ++i) {
    const ContactSurface surface = random_scene(random.uniform(2, 8), random);
    const Eigen::Matrix3Xd x0 = moved(surface, start(surface), 0.1, random),
                           x1 = moved(surface, x0, random.power(-4, 0.5), random);
    const double reach = i % 3 ? random.power(-3, 0) : 0;
    CAPTURE(i, reach);
    check(surface, x0, x1, reach);
    const Candidates pairs = BroadPhase(surface).candidates(x0, x1, reach);
    kinds[0] += pairs.point_triangle.size();
    kinds[1] += pairs.edge_edge.size();
    kinds[2] += pairs.point_edge.size();
    kinds[3] += pairs.point_point.size();
  }
  for (const std::size_t count : kinds) CHECK(count > 100);
}

TEST_CASE("boxes that just touch are near", "[broad_phase]") {
  RandomPairs random(32);
  for (int i = 0; i < 40; ++i) {
    SceneBuilder scene;
    Eigen::Matrix3Xd x(3, 30);
    for (auto& coordinate : x.reshaped()) coordinate = std::round(random.uniform(-4, 4)) / 2;
    Eigen::Matrix3Xi triangles(3, 15);
    for (int k = 0; k < 15; ++k) triangles.col(k) << k, k + 15, (k + 7) % 30;
    scene.add(x, triangles, i % 2 ? Role::soft : Role::stiff);
    scene.add((x.colwise() + Eigen::Vector3d(0.5, 1, 0)).eval(), triangles, Role::soft);
    const ContactSurface surface = scene.build();
    Eigen::Matrix3Xd x1 = start(surface);
    if (i % 4 > 1) x1.leftCols(30).row(1).array() += 0.5;
    CHECK(check(surface, start(surface), x1, i % 3 * 0.5) > 0);
  }
}

TEST_CASE("primitives far away and motions across everything do not hide the others",
          "[broad_phase]") {
  RandomPairs random(33);
  for (const double far : {1e3, 1e10, 1e30, 1e60, 1e200}) {
    CAPTURE(far);
    const ContactSurface surface = random_scene(4, random);
    const Eigen::Matrix3Xd x0 = moved(surface, start(surface), 0.1, random);
    Eigen::Matrix3Xd x1 = x0;
    x1(1, 5) += far;
    CHECK(check(surface, x0, x1, 0.01) > 50);
    x1.col(70) << far, -far, 0.5 * far;
    CHECK(check(surface, x1, x1, 0.01) > 50);
  }
}

TEST_CASE("many bodies", "[broad_phase]") {
  RandomPairs random(34);
  SceneBuilder scene;
  for (int i = 0; i < 130; ++i)
    scene.add(geodesic_sphere(1), i % 3 ? Role::stiff : Role::fixed, 4 * random.anywhere<1>(), 0.5);
  const ContactSurface apart = scene.build();
  CHECK(check(apart, start(apart), moved(apart, start(apart), 0.1, random), 0.1) > 1000);
  // This body is near more others than are looked at one by one.
  scene.add(geodesic_sphere(3), Role::stiff, {0, 0, 0}, 3);
  const ContactSurface surface = scene.build();
  CHECK(check(surface, start(surface), moved(surface, start(surface), 0.1, random), 2) > 20'000);
}

TEST_CASE("a body that moves far does not come near itself", "[broad_phase]") {
  SceneBuilder scene;
  scene.add(geodesic_sphere(6), Role::soft, {0, 0, 0}, 1);
  const ContactSurface surface = scene.build();
  const BroadPhase broad_phase(surface);
  const Candidates rest = broad_phase.candidates(start(surface), start(surface), 0.01);
  const Eigen::Matrix3Xd x1 = start(surface).colwise() + Eigen::Vector3d(3, -7, 20);
  const Candidates moves = broad_phase.candidates(start(surface), x1, 0.01);
  CHECK(rest.edge_edge.size() > 10);
  CHECK(moves.edge_edge.size() == rest.edge_edge.size());
  CHECK(moves.point_triangle == rest.point_triangle);
}

TEST_CASE("comparisons grow like the number of triangles, also over a large floor",
          "[broad_phase]") {
  std::vector<double> triangles, compared;
  for (const int frequency : {5, 16, 50}) {  // 1000, 10 240 and 100 000 triangles
    const ContactSurface surface = two_balls(frequency);
    const Candidates pairs = BroadPhase(surface).candidates(start(surface), start(surface), 1e-3);
    triangles.push_back(static_cast<double>(surface.mesh().triangles.cols()));
    compared.push_back(static_cast<double>(pairs.compared));
    CHECK(compared.back() < 20 * triangles.back());
  }
  const double power =
      std::log(compared.back() / compared.front()) / std::log(triangles.back() / triangles.front());
  CAPTURE(compared);
  CHECK(power < 1.1);
  CHECK(power > 0.8);
}

TEST_CASE("candidates do not depend on the number of threads", "[broad_phase]") {
  const ContactSurface surface = two_balls(16);
  const BroadPhase broad_phase(surface);
  RandomPairs random(35);
  const Eigen::Matrix3Xd x1 = moved(surface, start(surface), 0.05, random);
  with_any_threads([&] { return broad_phase.candidates(start(surface), x1, 1e-3); });
}

TEST_CASE("a broad phase refuses what it cannot hold", "[broad_phase]") {
  const ContactSurface surface = two_balls(2);
  const BroadPhase broad_phase(surface);
  const Eigen::Matrix3Xd x = start(surface);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Eigen::Matrix3Xd nowhere = x;
    nowhere(2, 7) = value;
    CHECK_THROWS_WITH(broad_phase.candidates(nowhere, x, 0),
                      Catch::StartsWith("positions of a motion are finite numbers; got (") &&
                          Catch::Contains(std::isnan(value) ? ", nan) m of vertex 7; "
                                                            : ", inf) m of vertex 7; "));
    CHECK_THROWS_AS(broad_phase.candidates(x, nowhere, 0), Error);
    CHECK_THROWS_WITH(broad_phase.candidates(x, x, value), Catch::StartsWith("the reach of "));
  }
  CHECK_THROWS_AS(broad_phase.candidates(x, x, -1), Error);
  CHECK_THROWS_WITH(broad_phase.candidates(x, x.leftCols(3), 0),
                    Catch::StartsWith("a motion has positions of all 88 vertices; got 88 and 3"));
  CHECK(broad_phase.candidates(x, x, 1).edge_edge.size() > 500);
  for (const int threads : {1, 2}) {
    const ThreadGuard guard(threads);
    CHECK_THROWS_WITH(BroadPhase(surface, 100).candidates(x, x, 1),
                      Catch::StartsWith("a motion brings at most 100 pairs of a kind"));
  }
}

TEST_CASE("a list of near pairs serves until a vertex has moved by half a skin", "[broad_phase]") {
  const ContactSurface surface = two_balls(16);
  const NearPairs near(surface, 0.01, 0.02);
  Eigen::Matrix3Xd x = start(surface);
  const auto first = near.within_reach(x);
  const Candidates boxes = BroadPhase(surface).candidates(x, x, 0.03);
  CHECK(first->edge_edge.size() < 0.5 * static_cast<double>(boxes.edge_edge.size()));
  CHECK(!first->edge_edge.empty());
  x(1, 3) += 0.0099;
  CHECK(near.within_reach(x) == first);
  x(1, 3) += 0.0002;
  CHECK(near.within_reach(x) != first);
  CHECK_THROWS_AS(NearPairs(surface, -1, 1), Error);
  CHECK_THROWS_AS(NearPairs(surface, 1, 0), Error);
  x(0, 3) = std::nan("");
  CHECK(*near.within_reach(x) == Candidates());
}

TEST_CASE("lists of near pairs hold all pairs within reach, whatever was asked before",
          "[broad_phase]") {
  RandomPairs random(36);
  for (int scene = 0; scene < 5; ++scene) {
    const ContactSurface surface = random_scene(4, random);
    const NearPairs near(surface, 0.1, 0.2);
    Eigen::Matrix3Xd x = start(surface);
    for (int k = 0; k < 10; ++k) {
      x = moved(surface, x, 0.03, random);
      const auto listed = near.within_reach(x);
      Candidates all;
      each_pair_by_force(surface, all, [&](auto& list, int i, int j, const auto& a, const auto& b) {
        if (distance(x, a, b) <= 0.1) list.push_back({i, j});
      });
      all.point_plane = candidates_by_force(surface, x, x, 0.1).point_plane;
      const auto holds = [&](Candidates::Pairs Candidates::*kind) {
        const auto &more = (*listed).*kind, &pairs = all.*kind;
        return std::includes(more.begin(), more.end(), pairs.begin(), pairs.end());
      };
      CHECK(holds(&Candidates::point_triangle));
      CHECK(holds(&Candidates::edge_edge));
      CHECK(holds(&Candidates::point_edge));
      CHECK(holds(&Candidates::point_point));
      CHECK(holds(&Candidates::point_plane));
    }
  }
}

}  // namespace broad_phase_tests
