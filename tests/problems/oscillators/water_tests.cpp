#include "problems/contract/optional/fast_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/molecules/water_forces.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace water_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> water(long molecules, double temperature = 300) {
  return ProblemRegistry::instance().make("water",
                                          {{"molecules", molecules}, {"temperature", temperature}});
}

}  // namespace

TEST_CASE("one molecule vibrates with the frequencies of its bonds and its angle") {
  // Wilson's matrices of a bent molecule with a diagonal field of forces, m1 of an oxygen, m2 of a
  // hydrogen: the antisymmetric mode is alone.
  const double m1 = 15.9994, m2 = 1.008, k = 105916.2 * 4.184,
               half = 113.24 / 2 * std::numbers::pi / 180,
               antisymmetric = std::sqrt(k / m2 * (1 + 2 * m2 / m1 * std::pow(std::sin(half), 2)));
  CHECK(test::omega_max(*water(1, 0)) == Approx(antisymmetric).epsilon(1e-10));
}

TEST_CASE("water keeps its momentum, and two oxygens rest at the sixth root of 2 sigma") {
  const auto problem = water(8);
  const State u = problem->start();
  Vec f;
  problem->force(u, f);
  const auto sum = [](const Vec& x) { return x.reshaped(3, x.size() / 3).rowwise().sum().norm(); };
  CHECK(sum(f) < 1e-9 * f.norm());
  CHECK(sum(problem->mass().diagonal().cwiseProduct(u.v)) < 1e-12 * u.v.norm());

  const WaterModel model{.bond = 4e5,
                         .length = 0.1,
                         .angle_stiffness = 300,
                         .angle = 1.9,
                         .sigma = 0.3,
                         .epsilon = 0.7,
                         .charge = 0};
  const WaterForces forces(model, 2);
  Eigen::Matrix3d molecule;
  molecule << 0, 0.1 * std::sin(0.95), -0.1 * std::sin(0.95), 0, 0.1 * std::cos(0.95),
      0.1 * std::cos(0.95), 0, 0, 0;
  Vec x(18);
  x << molecule.reshaped(), molecule.reshaped();
  for (int i = 9; i < 18; i += 3) x[i + 2] += std::pow(2, 1. / 6) * 0.3;
  forces.force(x, WaterForces::Part::all, f);
  CHECK(f.cwiseAbs().maxCoeff() < 1e-9);
  CHECK(forces.potential(x) == Approx(-0.7).epsilon(1e-12));
}

TEST_CASE("two molecules of water have the energy of the paper's constants") {
  // Computed apart, in the paper's kcal/mol and Angstrom: bonds of 1 and 1.05 A at a right angle,
  // and the same 3 A away; without charges the energy of bonds, angles and oxygens alone.
  Vec x(18);
  x << 0, 0, 0, 0.1, 0, 0, 0, 0.105, 0, 0, 0, 0.3, 0.1, 0, 0.3, 0, 0.105, 0.3;
  const State u{0, x, Vec::Zero(18)};
  CHECK(water(2)->potential(u) == Approx(78.59572441973081).epsilon(1e-9));
  const auto neutral =
      ProblemRegistry::instance().make("water", {{"molecules", 2L}, {"charges", false}});
  CHECK(neutral->potential(u) == Approx(60.64882489527197).epsilon(1e-9));
}

TEST_CASE("the fast force of water is that within molecules, whose stiffness at the start is K0") {
  const auto problem = water(3);
  const auto& fast = dynamic_cast<const FastForce&>(*problem);
  const State u = problem->start();
  Vec before, after, whole;
  constexpr double e = 1e-7;  // nm
  for (Eigen::Index i = 0; i < u.x.size(); ++i) {
    const Vec step = e * Vec::Unit(u.x.size(), i);
    fast.fast_force(u.x - step, before);
    fast.fast_force(u.x + step, after);
    const Vec K0 = problem->linear_stiffness() * Vec::Unit(u.x.size(), i);
    CHECK((K0 - (before - after) / (2 * e)).norm() < 1e-5 * K0.norm());
  }
  const auto alone = water(1);
  State bent = alone->start();
  bent.x[3] += 0.01;
  alone->force(bent, whole);
  dynamic_cast<const FastForce&>(*alone).fast_force(bent.x, after);
  CHECK(after == whole);
  CHECK(after.norm() > 1);
}

TEST_CASE("molecules that stand in each other are refused") {
  CHECK_THROWS_WITH(ProblemRegistry::instance().make("water", {{"spacing", 0.1}}),
                    Catch::Matchers::Contains("'spacing'") && Catch::Matchers::Contains("0.25"));
}

TEST_CASE("velocities of water have the temperature that is asked for") {
  const auto problem = water(1000);
  const State u = problem->start();
  constexpr double boltzmann = 0.00831446261815324;  // kJ/(mol K)
  CHECK(2 * problem->kinetic(u) / (static_cast<double>(u.v.size()) * boltzmann) ==
        Approx(300).epsilon(0.05));
}

}  // namespace water_tests
