// Barriers of single collisions: derivatives, invariance, and the projected Hessian.

#include "problems/contact/distance/mollifier.hpp"
#include "tests/problems/contact/collisions/sum.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <functional>

namespace barrier_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

constexpr double dhat = 0.3;

/// A scene with one kind of collision.
struct OnePair {
  const char* name;
  ContactSurface surface;
  Candidates candidates;

  OnePair(const char* kind, const SceneMaker& maker)
      : name(kind), surface(maker.surface()), candidates(all_pairs(surface)) {}
  std::vector<Collision> collisions(const Matrix3Xd& x) const {
    return find_collisions(surface, candidates, x, dhat);
  }
  PotentialAndGradient sum(const Matrix3Xd& x) const {
    return sum_of(unit_barrier(dhat), collisions(x), x);
  }
  Matrix3Xd rest() const { return surface.mesh().rest; }
};

std::vector<OnePair> pairs_of_all_kinds() {
  const Eigen::Matrix3Xi none(3, 0);
  Eigen::Matrix3Xi triangle(3, 1);
  triangle << 0, 1, 2;
  Eigen::Matrix2Xi edge(2, 1);
  edge << 0, 1;
  Matrix3Xd corners(3, 3), one(3, 2), crossing(3, 2), parallel(3, 2);
  corners << -1, 1.2, 0.1, -1, -0.9, 1.1, 0, 0.1, -0.1;
  one << 0, 1, 0, 0.1, 0, -0.1;
  crossing << 0.4, 0.55, -0.5, 0.6, 0.13, 0.2;
  Matrix3Xd end = crossing, ends = crossing;
  end.row(1).array() += 0.4;
  ends = end;
  ends.row(0).array() -= 0.38;
  parallel << 0.098, 1.102, 0.12, 0.2, 0.08, 0;
  std::vector<OnePair> all;
  all.emplace_back("face", SceneMaker().add(corners, triangle).add_point({0.2, 0.1, 0.1}));
  all.emplace_back("edge", SceneMaker().add(one, none, edge).add_point({0.6, 0.13, 0.11}));
  all.emplace_back("point", SceneMaker().add_point({0.2, 0.1, 0}).add_point({0.3, 0.2, 0.1}));
  all.emplace_back("plane", SceneMaker().add_plane({0.6, 0, 0.8}, 0.1).add_point({0.2, 0.1, 0.2}));
  all.emplace_back("edges", SceneMaker().add(one, none, edge).add(crossing, none, edge));
  all.emplace_back("an end near", SceneMaker().add(one, none, edge).add(end, none, edge));
  all.emplace_back("two ends near", SceneMaker().add(one, none, edge).add(ends, none, edge));
  all.emplace_back("parallel edges", SceneMaker().add(one, none, edge).add(parallel, none, edge));
  return all;
}

/// Derivative of f at x in the direction dx by central differences of the fourth order.
template <class Value>
Value difference(const std::function<Value(const Matrix3Xd&)>& f, const Matrix3Xd& x,
                 const Matrix3Xd& dx, double h) {
  const Value near = f(x + h * dx) - f(x - h * dx), far = f(x + 2 * h * dx) - f(x - 2 * h * dx);
  return (8 * near - far) / (12 * h);
}

Matrix3Xd random_change(RandomPairs& random, Eigen::Index count) {
  Matrix3Xd dx(3, count);
  for (auto& value : dx.reshaped()) value = random.uniform(-1, 1);
  return dx;
}

}  // namespace

TEST_CASE("the barrier has its values at half its reach", "[contact]") {
  const ContactSurface surface =
      SceneMaker().add_plane({0, 0, 1}, 0).add_point({0, 0, 0.5}).surface();
  const auto collisions = find_collisions(surface, all_pairs(surface), surface.mesh().rest, 1);
  REQUIRE(collisions.size() == 1);
  const CollisionBarrier barrier(Barrier<double>{1, 1});
  const Points<4> x = collisions[0].columns_of(surface.mesh().rest);
  CHECK(barrier.gradient(collisions[0], x)[2] == Approx(-1.193147181).epsilon(1e-9));
  CHECK(barrier.hessian(collisions[0], x)(2, 2) == Approx(6.386294361).epsilon(1e-9));
  CHECK(barrier.normal_force(collisions[0], x) == Approx(1.193147181).epsilon(1e-9));
}

TEST_CASE("pairs of edges have the factors that their names say", "[contact]") {
  for (const OnePair& pair : pairs_of_all_kinds()) {
    const std::string name = pair.name;
    int edges = 0;
    for (const Collision& c : pair.collisions(pair.rest())) {
      if (c.kind != Collision::Kind::edge_edge) continue;
      ++edges;
      CAPTURE(name);
      CHECK(c.has_ends == (name != "edges"));
      CHECK(c.is_mollified() == (name == "parallel edges"));
    }
    CHECK(edges == (name.find("edges") != name.npos || name.find("near") != name.npos ? 1 : 0));
  }
}

TEST_CASE("normal forces agree with differences", "[contact]") {
  RandomPairs random(4);
  for (const OnePair& pair : pairs_of_all_kinds()) {
    CAPTURE(pair.name);
    const Matrix3Xd x = pair.rest();
    const auto force_at = [&](std::size_t i, const Matrix3Xd& at) {
      const Collision c = pair.collisions(at).at(i);
      return unit_barrier(dhat).normal_force(c, c.columns_of(at));
    };
    const auto collisions = pair.collisions(x);
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      const Matrix3Xd dx = random_change(random, x.cols());
      const double slope =
          difference<double>([&](const Matrix3Xd& at) { return force_at(i, at); }, x, dx, 1e-5);
      const Vec12 gradient =
          unit_barrier(dhat).normal_force_gradient(collisions[i], collisions[i].columns_of(x));
      CHECK(std::abs(slope - gradient.dot(collisions[i].columns_of(dx).reshaped())) <
            1e-6 * gradient.norm() * dx.norm());
    }
  }
}

TEST_CASE("edges whose distance rounds to dhat have no potential", "[contact]") {
  Matrix3Xd one(3, 2), other(3, 2);
  Eigen::Matrix2Xi edge(2, 1);
  edge << 0, 1;
  for (const double reach : {0.01, 0.05, 0.1, 0.2}) {
    const double gap = std::nextafter(reach, 0);
    one << 0, 1, 0, 0, 0, 0;
    other << 0, 0, -1e-9, 1, gap, gap;
    const ContactSurface surface = SceneMaker()
                                       .add(one, Eigen::Matrix3Xi(3, 0), edge)
                                       .add(other, Eigen::Matrix3Xi(3, 0), edge)
                                       .surface();
    const auto sum = sum_of(surface, all_pairs(surface), surface.mesh().rest, reach);
    CHECK(sum.potential >= 0);
    CHECK(sum.gradient.allFinite());
  }
}

TEST_CASE("barriers agree with differences", "[contact]") {
  RandomPairs random(1);
  for (const OnePair& pair : pairs_of_all_kinds()) {
    CAPTURE(pair.name);
    const Matrix3Xd x = pair.rest();
    const auto collisions = pair.collisions(x);
    REQUIRE(!collisions.empty());
    for (int i = 0; i < 5; ++i) {
      const Matrix3Xd dx = random_change(random, x.cols());
      const double slope = difference<double>(
          [&](const Matrix3Xd& at) { return pair.sum(at).potential; }, x, dx, 3e-5);
      const PotentialAndGradient sum = pair.sum(x);
      CHECK(std::abs(slope - sum.gradient.cwiseProduct(dx).sum()) <
            1e-8 * sum.gradient.norm() * dx.norm());
      const Matrix3Xd change = difference<Matrix3Xd>(
          [&](const Matrix3Xd& at) { return pair.sum(at).gradient; }, x, dx, 3e-5);
      Matrix3Xd product = Matrix3Xd::Zero(3, x.cols());
      for (const Collision& c : collisions) {
        const Points<4> moves = c.columns_of(dx);
        const CollisionBarrier barrier = unit_barrier(dhat);
        const Vec12 whole = barrier.hessian(c, c.columns_of(x)) * moves.reshaped(),
                    quick = barrier.hessian_times(c, c.columns_of(x), moves);
        CHECK((whole - quick).norm() < 1e-12 * whole.norm());
        for (int k = 0; k < c.size; ++k)
          product.col(c.vertex[static_cast<std::size_t>(k)]) += whole.segment<3>(3 * k);
      }
      CHECK((product - change).norm() < 1e-6 * product.norm());
    }
  }
}

TEST_CASE("barriers do not see rigid motions and keep momentum", "[contact]") {
  RandomPairs random(2);
  for (const OnePair& pair : pairs_of_all_kinds()) {
    if (std::string(pair.name) == "plane") continue;
    CAPTURE(pair.name);
    const Matrix3Xd x = pair.rest();
    const PotentialAndGradient sum = pair.sum(x);
    const double size = sum.gradient.colwise().norm().sum();
    CHECK(sum.gradient.rowwise().sum().norm() < 1e-12 * size);
    Vector3d torque = Vector3d::Zero();
    for (int i = 0; i < x.cols(); ++i)
      torque += Vector3d(x.col(i)).cross(Vector3d(sum.gradient.col(i)));
    CHECK(torque.norm() < 1e-12 * size);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(random.uniform(0, 3), random.direction()).toRotationMatrix();
    const Matrix3Xd moved = (turn * x).colwise() + random.direction();
    CHECK(std::abs(pair.sum(moved).potential - sum.potential) < 1e-12 * sum.potential);
    CHECK((pair.sum(moved).gradient - turn * sum.gradient).norm() < 1e-12 * size);
  }
}

TEST_CASE("the projected Hessian is the positive part of the Hessian", "[contact]") {
  const CollisionBarrier barrier = unit_barrier(dhat);
  for (const OnePair& pair : pairs_of_all_kinds())
    for (Collision c : pair.collisions(pair.rest()))
      for (const double weight : {1.0, -2.0}) {
        CAPTURE(pair.name, weight);
        c.weight = weight;
        const Points<4> x = c.columns_of(pair.rest());
        const Mat12 whole = barrier.hessian(c, x), projected = barrier.projected_hessian(c, x);
        const Eigen::SelfAdjointEigenSolver<Mat12> solver(whole);
        const Mat12 expected = solver.eigenvectors() *
                               solver.eigenvalues().cwiseMax(0).asDiagonal() *
                               solver.eigenvectors().transpose();
        CHECK((projected - expected).norm() < 1e-12 * whole.norm());
        CHECK((projected - projected.transpose()).norm() < 1e-14 * whole.norm());
        if (c.kind == Collision::Kind::point_plane && weight > 0)
          CHECK((projected - whole).norm() == 0);
      }
}

}  // namespace barrier_tests
