#include "base/error.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/dragon_mesh.hpp"
#include "problems/meshes/numbering.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace dragon_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> dragon(const Settings& settings) {
  return ProblemRegistry::instance().make("dragon", settings);
}
double number(const Settings& result, const std::string& name) {
  return std::get<double>(result.at(name));
}

/// The slow, obvious version: positions, lengths, one spring after the other, in the order in which
/// TetGen numbers.
struct PlainDragon {
  TetMesh mesh = dragon_mesh("1800");
  Eigen::Matrix3Xd X = mesh.vertices;
  std::vector<std::array<int, 2>> edges = unique_edges(mesh);
  double mean_length = 0;

  PlainDragon() {
    const double low = X.row(1).minCoeff();
    for (auto x : X.colwise()) x[1] -= low;
    X /= X.row(1).maxCoeff();
    for (const auto& [a, b] : edges) mean_length += (X.col(a) - X.col(b)).norm();
    mean_length /= double(edges.size());
  }
  bool held(Eigen::Index i) const { return X(1, i) <= 0.05; }
  double field() const { return 0.002 * 1e6 * mean_length * mean_length / 0.01; }

  /// The forces at the positions x (N), and the energy (J).
  Eigen::Matrix3Xd force(const Eigen::Matrix3Xd& x, double& energy) const {
    Eigen::Matrix3Xd f = Eigen::Matrix3Xd::Zero(3, x.cols());
    f.row(2).array() = 0.01 * field();
    energy = -0.01 * field() * (x - X).row(2).sum();
    for (const auto& [a, b] : edges) {
      const Eigen::Vector3d d = x.col(b) - x.col(a);
      const double e = d.norm() - (X.col(b) - X.col(a)).norm();
      const Eigen::Vector3d pull = 1e6 * e * d / d.norm();
      f.col(a) += pull;
      f.col(b) -= pull;
      energy += 1e6 / 2 * e * e;
    }
    return f;
  }
};

}  // namespace

TEST_CASE("the dragon's springs pull as the plain formula says", "[dragon][springs]") {
  const PlainDragon plain;
  const auto problem = dragon({});
  std::vector<bool> free;
  for (Eigen::Index i = 0; i < plain.X.cols(); ++i) free.push_back(!plain.held(i));
  const std::vector<int> free_index = number_for_locality(plain.mesh, free);
  REQUIRE(3 * std::ranges::count(free, true) == problem->dof());
  State u = problem->start();
  for (Eigen::Index i = 0; i < u.x.size(); ++i) u.x[i] = 0.01 * std::sin(0.37 * double(i) + 1);
  Eigen::Matrix3Xd x = plain.X;
  for (std::size_t i = 0; i < free_index.size(); ++i)
    if (free_index[i] >= 0) x.col(Eigen::Index(i)) += u.x.segment<3>(3 * free_index[i]);
  double energy = 0;
  const Eigen::Matrix3Xd pulls = plain.force(x, energy);
  Vec f, expected = Vec::Constant(problem->dof(), NAN);
  for (std::size_t i = 0; i < free_index.size(); ++i)
    if (free_index[i] >= 0) expected.segment<3>(3 * free_index[i]) = pulls.col(Eigen::Index(i));
  problem->force(u, f);
  CHECK((f - expected).norm() < 1e-12 * expected.norm());
  CHECK(problem->potential(u) == Approx(energy).epsilon(1e-12));
  CHECK(problem->mass().diagonal() == Vec::Constant(problem->dof(), 0.01));
}

// Measured by this test.
TEST_CASE("the dragon's frequencies", "[dragon]") {
  const auto problem = dragon({});
  CHECK(test::omega_min(*problem) == Approx(189.5).epsilon(1e-3));
  CHECK(test::omega_max(*problem) == Approx(34506).epsilon(1e-3));
}

// Measured by this test: minutes.
TEST_CASE("the large dragons' frequencies", "[.][large_dragon]") {
  CHECK(test::omega_min(*dragon({{"size", "12000"}})) == Approx(81.28).epsilon(1e-3));
  CHECK(test::omega_max(*dragon({{"size", "12000"}})) == Approx(34789).epsilon(1e-3));
  CHECK(test::omega_max(*dragon({{"size", "full"}})) == Approx(34256).epsilon(1e-3));
}

TEST_CASE("from rest only the field pulls the dragon, across it", "[dragon]") {
  const auto problem = dragon({{"size", "30"}, {"field", 2.0}});
  const auto twice = dragon({{"size", "30"}, {"field", 4.0}, {"k", 3e6}, {"mass", 0.5}});
  Vec f, g;
  problem->force(problem->start(), f);
  twice->force(twice->start(), g);
  CHECK(problem->start().x.isZero(0));
  CHECK(problem->start().v.isZero(0));
  for (Eigen::Index i = 0; i < f.size(); ++i) REQUIRE((i % 3 == 2 ? f[i] > 0 : f[i] == 0));
  CHECK(g.isApprox(6 * f));  // the field is in units of k l^2 / (mass H)
}

TEST_CASE("the dragon's outputs follow its snout", "[dragon]") {
  const auto problem = dragon({{"size", "30"}, {"end_time", 1.0}});
  const auto outputs = problem->outputs(4);
  State u = problem->start();
  outputs->see(u);
  const double rest = number(outputs->result(), "head_height");
  CHECK(rest > 0.5);
  CHECK(rest < 0.8);
  CHECK(number(outputs->result(), "sway") == 0);
  const auto move = [&](double t, double y, double z) {
    u.t = t;
    for (Eigen::Index i = 0; i < u.x.size(); i += 3) u.x.segment<3>(i) << 0, y, z;
    outputs->see(u);
  };
  move(0.25, -0.1, 0.2);
  const double energy = problem->energy(u);
  move(0.5, 0.05, -0.3);
  const Settings result = outputs->result();
  CHECK(number(result, "head_height") == Approx(rest + 0.05));
  CHECK(number(result, "least_head_height") == Approx(rest - 0.1));
  CHECK(number(result, "sway") == Approx(-0.3));
  CHECK(number(result, "greatest_sway") == Approx(0.2));
  CHECK(number(result, "least_energy") == Approx(0).margin(1e-12));
  CHECK(number(result, "most_energy") >= energy);
  CHECK(std::get<std::vector<double>>(result.at("series_sway")).size() == 3);
}

TEST_CASE("an unknown size of the dragon is an error", "[dragon]") {
  CHECK_THROWS_WITH(dragon({{"size", "1k"}}), Catch::Contains("one of 30 1800 12000 28000 full"));
}

}  // namespace dragon_tests
