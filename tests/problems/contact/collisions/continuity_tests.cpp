// The potential has a continuous derivative where nearest features change.

#include "tests/problems/contact/collisions/sum.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace continuity_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

/// A body that moves along a line past another.
struct Passage {
  ContactSurface surface;
  Candidates candidates;
  int first;  ///< vertex that moves, with all after it
  Vector3d move;
  double dhat;

  Passage(const SceneMaker& maker, int from, const Vector3d& by, double reach)
      : surface(maker.surface()),
        candidates(all_pairs(surface)),
        first(from),
        move(by),
        dhat(reach) {}
  Matrix3Xd at(double t) const {
    Matrix3Xd x = surface.mesh().rest;
    x.rightCols(x.cols() - first).colwise() += t * move;
    return x;
  }
};

/// The largest jumps between neighbouring samples: of the potential beside the integral of its
/// gradient, and of the gradient.
struct Jumps {
  double potential = 0, gradient = 0, largest = 0;
};

Jumps jumps(const Passage& passage, int samples) {
  Jumps all;
  PotentialAndGradient last;
  const double step = 1.0 / samples;
  for (int i = 0; i <= samples; ++i) {
    const PotentialAndGradient next =
        sum_of(passage.surface, passage.candidates, passage.at(i * step), passage.dhat);
    if (i > 0) {
      const auto slope = [&](const Matrix3Xd& g) {
        return passage.move.dot(g.rightCols(g.cols() - passage.first).rowwise().sum());
      };
      all.potential = std::max(all.potential,
                               std::abs(next.potential - last.potential -
                                        step / 2 * (slope(next.gradient) + slope(last.gradient))));
      all.gradient = std::max(all.gradient, (next.gradient - last.gradient).norm());
    }
    all.largest = std::max(all.largest, next.gradient.norm());
    last = next;
  }
  return all;
}

/// Jumps of a function with a Lipschitz continuous derivative fall like the step.
void require_continuous(const Passage& passage) {
  const Jumps coarse = jumps(passage, 500), fine = jumps(passage, 4000);
  CAPTURE(coarse.largest, coarse.gradient, fine.gradient, coarse.potential, fine.potential);
  REQUIRE(coarse.largest > 0);
  CHECK(fine.gradient < 0.25 * coarse.gradient);
  CHECK(fine.potential < 0.05 * coarse.potential);
}

/// A valley along y with two slopes of this rise, of n pieces along it.
Triangles valley(double rise, int n) {
  Triangles all = square(1, n);
  for (auto point : all.points.colwise()) point.z() = rise * std::abs(point.x() - 0.5);
  return all;
}

}  // namespace

TEST_CASE("the potential has a continuous derivative over convex and concave edges", "[contact]") {
  const double dhat = 0.2;
  for (const double rise : {-1.0, -0.2, 0.2, 1.0}) {
    const Triangles ground = valley(rise, 4);
    const Triangles tip = cube(0.3);
    CAPTURE(rise);
    SECTION("a point") {
      require_continuous({SceneMaker()
                              .add(ground.points, ground.triangles)
                              .add_point({0.3, 0.41, std::max(rise * 0.2, 0.0) + 0.07}),
                          25,
                          {0.4, 0.13, 0},
                          dhat});
    }
    SECTION("a cube on its tip") {
      const Eigen::Matrix3d turn =
          Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1.2, 0.9), Vector3d(0, 0, 1))
              .toRotationMatrix();
      Matrix3Xd points = turn * tip.points;
      points.colwise() += Vector3d(0.3, 0.41, std::max(rise * 0.2, 0.0) + 0.07);
      require_continuous(
          {SceneMaker().add(ground.points, ground.triangles).add(points, tip.triangles),
           25,
           {0.4, 0.13, 0},
           dhat});
    }
  }
}

TEST_CASE("the potential has a continuous derivative where edges become parallel", "[contact]") {
  // An edge turns above another: at t = 0.37 both are parallel and overlap.
  const auto edge_pair = [](double offset) {
    Matrix3Xd ground(3, 3), above(3, 3);
    ground << 0, 1, 0.5, 0, 0, -0.8, 0, 0, -0.5;
    above << -0.2, 0.8, 0.3, 0, 0, 0.9, 0.05, 0.05, 0.6;
    above.row(0).array() += offset;
    Eigen::Matrix3Xi triangle(3, 1);
    triangle << 0, 1, 2;
    return SceneMaker().add(ground, triangle).add(above, triangle).surface();
  };
  for (const double offset : {0.0, 0.3, -0.5}) {
    const ContactSurface surface = edge_pair(offset);
    const Candidates candidates = all_pairs(surface);
    const auto gradient_at = [&](double t) {
      Matrix3Xd x = surface.mesh().rest;
      const double angle = 0.1 * (t - 0.37);
      x(1, 3) -= 0.5 * angle;
      x(1, 4) += 0.5 * angle;
      return sum_of(surface, candidates, x, 0.1).gradient;
    };
    const auto largest_jump = [&](int samples) {
      double jump = 0;
      for (int i = 0; i < samples; ++i)
        jump = std::max(jump,
                        (gradient_at((i + 1.0) / samples) - gradient_at(i * 1.0 / samples)).norm());
      return jump;
    };
    CAPTURE(offset);
    CHECK(largest_jump(8000) < 0.25 * largest_jump(1000));
  }
}

TEST_CASE("a set of different nearest features would not be continuous", "[contact]") {
  // A point passes over a convex edge: at first one face is nearest to it, then the edge.
  Matrix3Xd roof(3, 6);
  roof << 0, 0.5, 1, 0, 0.5, 1, 0, 0, 0, 1, 1, 1, -0.25, 0, -0.25, -0.25, 0, -0.25;
  Eigen::Matrix3Xi triangles(3, 4);
  triangles << 0, 1, 1, 2, 1, 4, 2, 5, 3, 3, 4, 4;
  const Passage passage(SceneMaker().add(roof, triangles).add_point({0.3, 0.4, 0.05}), 6,
                        {0.4, 0.01, 0}, 0.2);
  const auto as_set = [&](double t) {
    const Matrix3Xd x = passage.at(t);
    std::set<std::set<int>> features;
    double sum = 0;
    for (const auto& [vertex, number] : passage.candidates.point_triangle) {
      const auto corners = passage.surface.triangle(number);
      Vertices<double> all{};
      for (int k = 0; k < 3; ++k) {
        all[0][static_cast<std::size_t>(k)] = x(k, vertex);
        for (std::size_t i = 0; i < 3; ++i)
          all[1 + i][static_cast<std::size_t>(k)] = x(k, corners[i]);
      }
      const BruteForce<double> nearest = brute_force(all, PairShape{1, 3});
      std::set<int> feature;
      for (unsigned i = 0; i < 3; ++i)
        if (nearest.vertices >> (1 + i) & 1) feature.insert(corners[i]);
      if (features.insert(feature).second)
        sum += Barrier<double>{1, passage.dhat}.energy(std::sqrt(nearest.squared));
    }
    return sum;
  };
  const auto ours = [&](double t) {
    return sum_of(passage.surface, passage.candidates, passage.at(t), passage.dhat).potential;
  };
  const auto largest_jump = [](const std::function<double(double)>& f, int samples) {
    double jump = 0;
    for (int i = 0; i < samples; ++i)
      jump = std::max(jump, std::abs(f((i + 1.0) / samples) - f(i * 1.0 / samples)));
    return jump;
  };
  CHECK(largest_jump(as_set, 8000) > 0.9 * largest_jump(as_set, 1000));
  CHECK(largest_jump(as_set, 8000) > 0.1);
  CHECK(largest_jump(ours, 8000) < 0.2 * largest_jump(ours, 1000));
}

}  // namespace continuity_tests
