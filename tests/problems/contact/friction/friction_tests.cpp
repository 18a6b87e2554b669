// Friction of single collisions, and the normal forces under which they rub.

#include "problems/contact/friction/collision_friction.hpp"
#include "problems/contact/friction/normal_forces.hpp"
#include "tests/problems/contact/collisions/sum.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

namespace friction_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

constexpr double dhat = 0.3;

/// The only collision of a scene, at moved positions.
struct OneCollision {
  ContactSurface surface;
  Candidates candidates;
  explicit OneCollision(const SceneMaker& maker)
      : surface(maker.surface()), candidates(all_pairs(surface)) {}
  Collision at(const Matrix3Xd& x) const {
    const auto all = find_collisions(surface, candidates, x, dhat);
    REQUIRE(all.size() == 1);
    return all[0];
  }
};

std::vector<OneCollision> collisions_of_all_kinds() {
  const Eigen::Matrix3Xi none(3, 0);
  Eigen::Matrix3Xi triangle(3, 1);
  triangle << 0, 1, 2;
  Eigen::Matrix2Xi edge(2, 1);
  edge << 0, 1;
  Matrix3Xd corners(3, 3), one(3, 2), crossing(3, 2);
  corners << -1, 1.2, 0.1, -1, -0.9, 1.1, 0, 0.1, -0.1;
  one << 0, 1, 0, 0.1, 0, -0.1;
  crossing << 0.4, 0.55, -0.5, 0.6, 0.13, 0.2;
  std::vector<OneCollision> all;
  all.emplace_back(SceneMaker().add(corners, triangle).add_point({0.2, 0.1, 0.1}));
  all.emplace_back(SceneMaker().add(one, none, edge).add_point({0.6, 0.13, 0.11}));
  all.emplace_back(SceneMaker().add_point({0.2, 0.1, 0}).add_point({0.3, 0.2, 0.1}));
  all.emplace_back(SceneMaker().add_plane({0.6, 0, 0.8}, 0.1).add_point({0.2, 0.1, 0.2}));
  all.emplace_back(SceneMaker().add(one, none, edge).add(crossing, none, edge));
  return all;
}

Matrix3Xd random_matrix(RandomPairs& random, Eigen::Index count) {
  Matrix3Xd all(3, count);
  for (auto& value : all.reshaped()) value = random.uniform(-1, 1);
  return all;
}

Vec12 force_at(const OneCollision& pair, const FrictionLaw& law, const Matrix3Xd& x,
               const Matrix3Xd& v) {
  const Collision c = pair.at(x);
  return CollisionFriction(law, ContactFrame(c, c.columns_of(x)), c.columns_of(v)).force();
}

bool is_positive(const Mat12& matrix) {
  return (matrix - matrix.transpose()).norm() <= 1e-14 * matrix.norm() &&
         Eigen::SelfAdjointEigenSolver<Mat12>(matrix).eigenvalues().minCoeff() >
             -1e-13 * matrix.norm();
}

}  // namespace

TEST_CASE("the law of friction has its limits", "[contact]") {
  const FrictionLaw law{0.5, 1e-2};
  const auto f1 = [&](double y) { return y * law.secant(y); };
  CHECK(f1(0) == 0);
  CHECK(f1(5e-3) == Approx(0.75).epsilon(1e-14));
  CHECK(f1(1e-2) == Approx(1).epsilon(1e-14));
  CHECK(f1(3.0) == Approx(1).epsilon(1e-14));
  for (const double y : {1e-3, 5e-3, 9.9e-3, 2e-2, 1.0}) {
    const double h = 1e-6 * y;
    const double slope = (f1(y + h) - f1(y - h)) / (2 * h);
    CHECK(slope == Approx(law.secant(y) + law.bend(y) * y * y).epsilon(1e-7).margin(1e-7));
    CHECK((law.potential(y + h) - law.potential(y - h)) / (2 * h) == Approx(f1(y)).epsilon(1e-7));
  }
  CHECK(f1(1e-2 * (1 - std::sqrt(1 - 0.8))) == Approx(0.8).epsilon(1e-14));  // creeps on a slope
  const FrictionLaw drag{0.5, 1e-2, Friction::viscous};
  CHECK(drag.secant(3) == 1);
  CHECK(drag.bend(3) == 0);
}

TEST_CASE("friction agrees with differences and with its secant", "[contact]") {
  RandomPairs random(4);
  for (const OneCollision& pair : collisions_of_all_kinds())
    for (const FrictionLaw& law :
         {FrictionLaw{0.4, 1e-3}, FrictionLaw{0.4, 20}, FrictionLaw{0.4, 1, Friction::viscous}}) {
      const Matrix3Xd x = pair.surface.mesh().rest, v = random_matrix(random, x.cols()),
                      dx = random_matrix(random, x.cols()), dv = random_matrix(random, x.cols());
      const Collision c = pair.at(x);
      CAPTURE(static_cast<int>(c.kind), law.slip_speed);
      const ContactFrame frame(c, c.columns_of(x));
      const CollisionFriction friction(law, frame, c.columns_of(v));
      const Vec12 force = friction.force();
      CHECK((friction.secant_damping() * c.columns_of(v).reshaped() + force).norm() <
            1e-14 * force.norm());
      CHECK(is_positive(friction.secant_damping()));
      CHECK(is_positive(friction.damping()));
      CHECK(force.dot(c.columns_of(v).reshaped()) < 0);
      if (c.kind != Collision::Kind::point_plane)
        CHECK(force.reshaped(3, 4).rowwise().sum().norm() < 1e-14);
      const double h = 1e-5;
      const Vec12 by_v =
          (force_at(pair, law, x, v + h * dv) - force_at(pair, law, x, v - h * dv)) / (2 * h);
      const Vec12 by_x =
          (force_at(pair, law, x + h * dx, v) - force_at(pair, law, x - h * dx, v)) / (2 * h);
      const Vec12 damped = friction.damping() * c.columns_of(dv).reshaped(),
                  stiff = friction.stiffness() * c.columns_of(dx).reshaped();
      CHECK((by_v + damped).norm() < 1e-6 * (damped.norm() + force.norm()));
      CHECK((by_x + stiff).norm() < 1e-6 * (stiff.norm() + force.norm()));
      CHECK((friction.force_change(c.columns_of(dx), c.columns_of(dv)) + damped + stiff).norm() <
            1e-12 * (damped.norm() + stiff.norm()));
    }
}

TEST_CASE("friction tends to mu N against the slip, and to none at rest", "[contact]") {
  const OneCollision pair(SceneMaker().add_plane({0, 0, 1}, 0).add_point({0.2, 0.1, 0.2}));
  const FrictionLaw law{0.4, 1e-3};
  const Matrix3Xd x = pair.surface.mesh().rest;
  CHECK((force_at(pair, law, x, Vector3d(3, 4, 7)).head<3>() - Vector3d(-0.24, -0.32, 0)).norm() <
        1e-15);
  CHECK(force_at(pair, law, x, Vector3d(0, 0, 7)).norm() == 0);
  CHECK(force_at(pair, law, x, Vector3d(5e-4, 0, 0))[0] == Approx(-0.3).epsilon(1e-14));
}

TEST_CASE("no normal force of friction is negative, and their sum is continuous", "[contact]") {
  // A point passes a valley: two faces, one edge.
  const double reach = 0.2;
  for (const double rise : {0.05, 0.5, 1.0, 3.0}) {
    Triangles ground = square(1, 2);
    for (auto point : ground.points.colwise()) point.z() = rise * std::abs(point.x() - 0.5);
    const ContactSurface surface =
        SceneMaker().add(ground.points, ground.triangles).add_point({0.5, 0.37, 0.1}).surface();
    const Candidates candidates = all_pairs(surface);
    const CollisionBarrier barrier = unit_barrier(reach);
    bool any_negative = false;
    const auto friction_at = [&](double t) {
      Matrix3Xd x = surface.mesh().rest;
      x(0, 9) += (t - 0.5) * 0.2 / (1 + rise);
      const auto collisions = find_collisions(surface, candidates, x, reach);
      const auto normal = friction_forces(surface, barrier, collisions, x);
      Vec12 sum = Vec12::Zero();
      for (std::size_t i = 0; i < collisions.size(); ++i) {
        any_negative |= collisions[i].weight < 0;
        REQUIRE(normal[i].size >= 0);
        Matrix3Xd v = Matrix3Xd::Zero(3, 10);
        v.col(9) << 0.4, 0.3, 0.2;
        const ContactFrame frame(collisions[i], collisions[i].columns_of(x));
        sum += normal[i].size *
               CollisionFriction({0.5, 1e-3}, frame, collisions[i].columns_of(v)).force();
      }
      return Vector3d(sum.head<3>());
    };
    const auto largest_jump = [&](int samples) {
      double jump = 0;
      for (int i = 0; i < samples; ++i)
        jump = std::max(jump,
                        (friction_at((i + 1.0) / samples) - friction_at(i * 1.0 / samples)).norm());
      return jump;
    };
    CAPTURE(rise);
    CHECK(largest_jump(8000) < 0.3 * largest_jump(800));
    CHECK(any_negative);
  }
}

}  // namespace friction_tests
