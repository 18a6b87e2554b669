// Joint projection: bounds from both sides, and the stiffness of a vertex before a fold.

#include "problems/contact/barrier/joint_projection.hpp"
#include "problems/contact/collisions/collisions.hpp"
#include "tests/problems/contact/scene.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <optional>
#include <random>

namespace joint_projection_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

constexpr double dhat = 0.1;

/// The sum of matrices of collisions, of all vertices of a scene.
template <class Matrix>
Eigen::MatrixXd sum(const std::vector<Collision>& collisions, Eigen::Index vertices,
                    const Matrix& matrix) {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(3 * vertices, 3 * vertices);
  for (std::size_t k = 0; k < collisions.size(); ++k) {
    const Mat12 part = matrix(k);
    const Collision& at = collisions[k];
    for (int i = 0; i < at.size; ++i)
      for (int j = 0; j < at.size; ++j)
        all.block<3, 3>(3 * at.vertex[static_cast<std::size_t>(i)],
                        3 * at.vertex[static_cast<std::size_t>(j)]) +=
            part.block<3, 3>(3 * i, 3 * j);
  }
  return all;
}

/// A vertex above the edge of two triangles whose outer corners are higher by `rise`.
struct Fold {
  explicit Fold(double rise) {
    Eigen::Matrix3Xd points(3, 4);
    points << 0, 0, 1, -1, 0, 0, rise, rise, -1, 1, 0, 0;
    Eigen::Matrix3Xi triangles(3, 2);
    triangles << 0, 1, 1, 0, 2, 3;
    SceneMaker maker;
    maker.add(points, triangles).add_point({1e-4, 0.05, 0.1});
    surface.emplace(maker.surface());
    x = surface->positions(Vec::Zero(surface->dof()));
    collisions = find_collisions(*surface, all_pairs(*surface), x, dhat);
  }
  std::optional<ContactSurface> surface;
  Eigen::Matrix3Xd x;
  std::vector<Collision> collisions;
};

double least_eigenvalue(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues().minCoeff();
}

}  // namespace

TEST_CASE("a vertex before a shallow fold is as stiff as before a plane") {
  const Fold fold(0.01);
  REQUIRE(fold.collisions.size() == 3);  // two faces, and their edge with the weight -1
  const CollisionBarrier barrier({1, dhat});
  const JointProjection joint(barrier, fold.collisions);
  const Eigen::Index n = fold.surface->vertices();
  const auto exact = sum(fold.collisions, n, [&](std::size_t i) {
    return barrier.hessian(fold.collisions[i], fold.collisions[i].columns_of(fold.x));
  });
  const auto together =
      sum(fold.collisions, n, [&](std::size_t i) { return joint.matrix(i, fold.x); });
  const auto alone = sum(fold.collisions, n, [&](std::size_t i) {
    return barrier.projected_hessian(fold.collisions[i], fold.collisions[i].columns_of(fold.x));
  });
  const Eigen::Index up = 3 * 4 + 1;  // of the vertex
  CHECK(together(up, up) == Approx(exact(up, up)).epsilon(0.01));
  CHECK(alone(up, up) > 1.9 * exact(up, up));
  const double size = together.norm();
  CHECK(least_eigenvalue(together) > -1e-12 * size);
  CHECK(least_eigenvalue(together - exact) > -1e-12 * size);
}

TEST_CASE("joint projections are bounds from above in random scenes") {
  int divided = 0;
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> number(-0.03, 0.03);
  for (int round = 0; round < 30; ++round) {
    Triangles lower = square(1, 3), upper = square(1, 3);
    upper.points.colwise() += Eigen::Vector3d(0.1, 0.1, 0.07);
    for (Triangles* sheet : {&lower, &upper})
      for (double& coordinate : sheet->points.reshaped()) coordinate += number(generator);
    const ContactSurface surface = SceneMaker()
                                       .add(lower.points, lower.triangles)
                                       .add(upper.points, upper.triangles)
                                       .surface();
    const Eigen::Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
    const auto collisions = find_collisions(surface, all_pairs(surface), x, dhat);
    const CollisionBarrier barrier({1, dhat});
    const JointProjection joint(barrier, collisions);
    const auto exact = sum(collisions, x.cols(), [&](std::size_t i) {
      return barrier.hessian(collisions[i], collisions[i].columns_of(x));
    });
    const auto together =
        sum(collisions, x.cols(), [&](std::size_t i) { return joint.matrix(i, x); });
    for (std::size_t i = 0; i < collisions.size(); ++i)
      divided += collisions[i].weight < 0 && joint.matrix(i, x).isZero(0);
    CHECK(least_eigenvalue(together) > -1e-10 * together.norm());
    CHECK(least_eigenvalue(together - exact) > -1e-10 * together.norm());
  }
  CHECK(divided > 30);
}

}  // namespace joint_projection_tests
