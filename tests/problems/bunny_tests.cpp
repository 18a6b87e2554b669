#include "base/error.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/numbering.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace bunny_tests {

using namespace stiffbench;
using test::omega_max, test::omega_min, test::least_eigenvalue;

namespace {

std::unique_ptr<Problem> bunny(const Settings& settings) {
  return ProblemRegistry::instance().make("bunny", settings);
}

/// Smooth displacements that stretch every spring.
State bent(const Problem& problem, double size) {
  State u = problem.start();
  for (Eigen::Index i = 0; i < u.x.size(); ++i) u.x[i] = size * std::sin(0.37 * double(i) + 1);
  return u;
}

}  // namespace

// Measured with the checks of this file: `build/release/tests/test_problems "[bunny]"`.
TEST_CASE("the literal bunny has no slow modes", "[bunny]") {
  const auto small = bunny({{"size", std::string("1k")}});
  CHECK(small->dof() == 2898);
  CHECK(small->linear_stiffness().nonZeros() == 110556);
  CHECK(omega_max(*small) == Approx(51163).epsilon(1e-3));
  CHECK(omega_min(*small) == Approx(327.3).epsilon(1e-3));
  const auto large = bunny({{"size", std::string("8k")}});
  CHECK(large->dof() == 23706);
  CHECK(large->linear_stiffness().nonZeros() == 1045800);
  CHECK(omega_max(*large) == Approx(5.25e4).epsilon(2e-3));
}

TEST_CASE("the two-scale bunny has slow modes and a wide gap", "[bunny]") {
  const auto problem = bunny({{"variant", std::string("two_scale")}});
  CHECK(omega_max(*problem) == Approx(16467).epsilon(1e-3));
  CHECK(omega_min(*problem) == Approx(0.3738).epsilon(1e-3));
}

TEST_CASE("a crumpled bunny's stiffness is indefinite, its projection is not", "[bunny]") {
  const auto problem = bunny({{"size", std::string("300")}, {"variant", std::string("two_scale")}});
  State u = problem->start();
  u.x = 0.05 * (Vec::LinSpaced(u.x.size(), 0, 900).array().square().sin());
  Mat K, projected;
  problem->stiffness(u, K);
  projected_stiffness(*problem, u, projected);
  CHECK(least_eigenvalue(K) < -1e-3 * K.norm());
  CHECK(least_eigenvalue(projected) > -1e-12 * K.norm());
  CHECK(least_eigenvalue(projected - K) > -1e-12 * K.norm());
  CHECK((projected - K).norm() > 0.01 * K.norm());
}

TEST_CASE("kd scales the literal bunny's frequencies and its default span", "[bunny]") {
  const auto soft = bunny({{"kd", 1e8}, {"ks", 1.0}}), stiff = bunny({{"kd", 1e12}, {"ks", 1e4}});
  CHECK(omega_max(*stiff) == Approx(100 * omega_max(*soft)).epsilon(1e-10));
  CHECK(soft->end_time() == Approx(0.02));
  CHECK(stiff->end_time() == Approx(0.0002));
}

TEST_CASE("gravity follows from the variant and the start unless it is given", "[bunny]") {
  const auto gravity = [](const Settings& settings) {
    return std::get<double>(bunny(settings)->parameters().at("gravity"));
  };
  const std::string two_scale = "two_scale", sway = "sway";
  CHECK(gravity({}) == 9.81);
  CHECK(gravity({{"variant", two_scale}}) == 0.1);
  CHECK(gravity({{"start", sway}}) == 0);
  CHECK(gravity({{"start", sway}, {"gravity", 2L}}) == 2);
  CHECK(gravity({{"gravity", std::string("2.5")}}) == 2.5);
  CHECK_THROWS_AS(bunny({{"gravity", std::string("down")}}), Error);
  CHECK_THROWS_AS(bunny({{"gravity", std::string("nan")}}), Error);
  CHECK_THROWS_WITH(bunny({{"size", std::string("2k")}}),
                    Catch::Contains("one of 30 300 1k 4k 8k"));
}

TEST_CASE("from rest only gravity pulls", "[bunny]") {
  const auto problem = bunny({});
  const State u = problem->start();
  CHECK(u.x.isZero(0));
  CHECK(u.v.isZero(0));
  Vec f;
  problem->force(u, f);
  for (Eigen::Index i = 0; i < f.size(); ++i) REQUIRE(f[i] == (i % 3 == 1 ? -9.81 : 0));
  CHECK(problem->potential(u) == 0);
}

TEST_CASE("sway starts with a velocity that grows from the base", "[bunny]") {
  const auto problem = bunny({{"start", std::string("sway")}});
  const State u = problem->start();
  CHECK(u.x.isZero(0));
  const auto v = u.v.reshaped(3, u.v.size() / 3);
  CHECK(v.row(0).maxCoeff() == Approx(0.5));
  CHECK(v.row(0).minCoeff() > 0);
  CHECK(v.row(1).isZero(0));
  CHECK(v.row(2).maxCoeff() == Approx(0.25).epsilon(1e-3));
  Vec f;
  problem->force(u, f);
  CHECK(f.isZero(0));
}

TEST_CASE("damping is proportional to the mass, and there is none unless it is asked for",
          "[bunny]") {
  CHECK_FALSE(bunny({{"size", "300"}})->traits().damped);
  const auto damped = bunny({{"size", "300"}, {"damping", 3.0}});
  const ProblemTraits traits = damped->traits();
  CHECK(traits.damped);
  CHECK_FALSE(traits.separated());
  REQUIRE(traits.rayleigh);
  CHECK(traits.rayleigh->mass == 3);
  CHECK(traits.rayleigh->stiffness == 0);
  State still = damped->start(), moving = still;
  moving.v = Vec::LinSpaced(damped->dof(), -1, 1);
  Vec before, after, change;
  damped->force(still, before);
  damped->force(moving, after);
  damped->jacobian_times(still, Vec::Zero(damped->dof()), moving.v, change);
  Mat D;
  damped->damping(still, D);
  const Vec wanted = -3 * damped->mass().diagonal().cwiseProduct(moving.v);
  CHECK((after - before - wanted).norm() < 1e-12 * wanted.norm());
  CHECK((change - wanted).norm() < 1e-12 * wanted.norm());
  CHECK((D * moving.v + wanted).norm() < 1e-12 * wanted.norm());
}

TEST_CASE("elongations of tiny displacements keep their digits", "[bunny]") {
  // f(s u) / s = -K0 u + s (...): with lengths subtracted the quotient would lose all digits.
  const auto problem = bunny({{"gravity", 0.0}});
  const State u = bent(*problem, 1e-13);
  Vec f;
  problem->force(u, f);
  const Vec linear = -(problem->linear_stiffness() * u.x);
  CHECK((f - linear).norm() < 1e-11 * linear.norm());
  CHECK(problem->potential(u) == Approx(0.5 * u.x.dot(-linear)).epsilon(1e-11));
}

TEST_CASE("the bunny's stiffness is symmetric, fixed in pattern, reused in place", "[bunny]") {
  const auto problem = bunny({});
  Mat K;
  problem->stiffness(bent(*problem, 0.05), K);
  CHECK(K.isCompressed());
  CHECK((Mat(K.transpose()) - K).norm() == 0);
  const double* values = K.valuePtr();
  problem->stiffness(problem->start(), K);
  CHECK(K.valuePtr() == values);
  CHECK((K - problem->linear_stiffness()).norm() == 0);
}

TEST_CASE("springs pull as the plain formula says", "[bunny][springs]") {
  // The slow, obvious version: positions, lengths, one spring after the other.
  const auto problem = bunny({{"gravity", 0.0}});
  const TetMesh mesh = bunny_mesh("1k");
  const State u = bent(*problem, 0.05);
  const double fixed_below =
      mesh.vertices.row(1).minCoeff() +
      0.02 * (mesh.vertices.row(1).maxCoeff() - mesh.vertices.row(1).minCoeff());
  std::vector<bool> free;
  for (const double height : mesh.vertices.row(1)) free.push_back(height > fixed_below);
  const std::vector<int> free_index = number_for_locality(mesh, free);
  Eigen::Matrix3Xd x = mesh.vertices;
  for (std::size_t i = 0; i < free_index.size(); ++i)
    if (free_index[i] >= 0)
      x.col(static_cast<Eigen::Index>(i)) += u.x.segment<3>(3 * free_index[i]);
  REQUIRE(3 * std::count(free.begin(), free.end(), true) == problem->dof());
  Eigen::Matrix3Xd pull = Eigen::Matrix3Xd::Zero(3, x.cols());
  double energy = 0;
  const auto stretch = [&](const Eigen::Vector3d& now, const Eigen::Vector3d& rest, double k) {
    const double e = now.norm() - rest.norm();
    energy += k / 2 * e * e;
    return Eigen::Vector3d(-k * e * now / now.norm());
  };
  for (const auto& [a, b] : unique_edges(mesh)) {
    const Eigen::Vector3d f =
        stretch(x.col(a) - x.col(b), mesh.vertices.col(a) - mesh.vertices.col(b), 1e2);
    pull.col(a) += f;
    pull.col(b) -= f;
  }
  const auto diagonal = [&](const Eigen::Matrix3Xd& points, Eigen::Index tet, Eigen::Index i) {
    Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
    for (Eigen::Index j = 0; j < 4; ++j)
      if (j != i) centroid += points.col(mesh.tets(j, tet)) / 3;
    return Eigen::Vector3d(points.col(mesh.tets(i, tet)) - centroid);
  };
  for (Eigen::Index t = 0; t < mesh.tets.cols(); ++t)
    for (Eigen::Index i = 0; i < 4; ++i) {
      const Eigen::Vector3d f = stretch(diagonal(x, t, i), diagonal(mesh.vertices, t, i), 1e8);
      for (Eigen::Index j = 0; j < 4; ++j)
        pull.col(mesh.tets(j, t)) += i == j ? f : Eigen::Vector3d(-f / 3);
    }
  Vec f, expected(problem->dof());
  problem->force(u, f);
  for (std::size_t i = 0; i < free_index.size(); ++i)
    if (free_index[i] >= 0)
      expected.segment<3>(3 * free_index[i]) = pull.col(static_cast<Eigen::Index>(i));
  CHECK((f - expected).norm() < 1e-12 * expected.norm());
  CHECK(problem->potential(u) == Approx(energy).epsilon(1e-12));
}

}  // namespace bunny_tests
