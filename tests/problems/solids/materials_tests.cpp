// Every material by itself: stress and Hessian against differences, eigenvalues against a dense
// solver, rotations, small strains, inverted and flat deformations.

#include "base/dense.hpp"
#include "problems/solids/elements/hyperelastic.hpp"
#include "problems/solids/material.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>

namespace materials_tests {

using namespace stiffbench;

namespace {

using M3 = Eigen::Matrix3d;
using M9 = Eigen::Matrix<double, 9, 9>;

M3 random(double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return M3::NullaryExpr([&] { return number(generator); });
}
M3 rotation(unsigned seed) {
  const M3 A = random(3, seed);
  return Eigen::AngleAxisd(A(0, 0), A.col(1).normalized()).toRotationMatrix();
}

constexpr double youngs = 5e4, poisson = 0.3;
const Lame parameters = lame(youngs, poisson);

void each(const std::function<void(const AnyMaterial&, bool invertible)>& check) {
  const auto names = names_of(Material{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    const AnyMaterial any = make_material(static_cast<Material>(i), parameters);
    check(any, std::visit([](const auto& m) { return m.invertible; }, any));
  }
}

double energy(const AnyMaterial& any, const M3& G) {
  return std::visit([&](const auto& m) { return m.energy(principal(G).stretches); }, any);
}
template <class Scalar = double>
Matrix3<Scalar> stress_at(const AnyMaterial& any, const Matrix3<Scalar>& G) {
  return std::visit([&](const auto& m) { return stress(m, principal(G)); }, any);
}
Curvature<double> curvature(const AnyMaterial& any, const M3& G) {
  return std::visit([&](const auto& m) { return m.curvature(principal(G).stretches); }, any);
}
EnergyHessian<double> hessian(const AnyMaterial& any, const M3& G, bool projected = false) {
  const Curvature<double> c = curvature(any, G);
  return {principal(G), projected ? c.projected() : c};
}
M9 matrix(const EnergyHessian<double>& hessian) {
  M9 H;
  for (int i = 0; i < 9; ++i) {
    M3 unit = M3::Zero();
    unit(i % 3, i / 3) = 1;
    const M3 column = hessian.times(unit);
    H.col(i) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(column.data());
  }
  return H;
}

/// Displacement gradients of elements that are deformed, from hardly to much, and of inverted ones.
std::vector<M3> deformations(bool inverted) {
  std::vector<M3> all;
  for (unsigned seed = 0; seed < 4; ++seed) {
    all.push_back(random(0.01, seed));
    all.push_back(random(0.3, 10 + seed));
    M3 stretch = Eigen::Vector3d(1.6, 1.1, 0.3).asDiagonal();
    all.push_back(rotation(20 + seed) * stretch * rotation(30 + seed) - M3::Identity());
    if (!inverted) continue;
    stretch(2, 2) = -0.4;
    all.push_back(rotation(40 + seed) * stretch * rotation(50 + seed) - M3::Identity());
  }
  return all;
}

}  // namespace

TEST_CASE("the stress is the slope of the energy, the Hessian that of the stress", "[solids]") {
  each([](const AnyMaterial& any, bool invertible) {
    for (const M3& G : deformations(invertible))
      for (unsigned seed = 60; seed < 63; ++seed) {
        const M3 d = random(1, seed);
        const double e = 1e-5;
        const double slope = (energy(any, G + e * d) - energy(any, G - e * d)) / (2 * e);
        CHECK(stress_at(any, G).cwiseProduct(d).sum() == Approx(slope).epsilon(1e-6).margin(1e-4));
        const M3 change = (stress_at(any, M3(G + e * d)) - stress_at(any, M3(G - e * d))) / (2 * e);
        CHECK((hessian(any, G).times(d) - change).norm() < 2e-8 * (change.norm() + youngs));
      }
  });
}

TEST_CASE("the nine eigenvalues of a Hessian are its curvatures, shears and spins", "[solids]") {
  each([](const AnyMaterial& any, bool invertible) {
    for (const M3& G : deformations(invertible)) {
      const Curvature<double> c = curvature(any, G);
      const M9 H = matrix(hessian(any, G));
      CHECK((H - H.transpose()).norm() < 1e-12 * H.norm());
      Eigen::VectorXd closed(9);
      closed << dense::symmetric_eigenvalues(c.second), c.shear, c.spin;
      std::sort(closed.begin(), closed.end());
      CHECK((dense::symmetric_eigenvalues(H) - closed).norm() < 1e-11 * H.norm());
    }
  });
}

TEST_CASE("the projected Hessian has the negative eigenvalues at 0 and the others kept",
          "[solids]") {
  int negative = 0;
  each([&](const AnyMaterial& any, bool invertible) {
    for (const M3& G : deformations(invertible)) {
      const M9 H = matrix(hessian(any, G)), projected = matrix(hessian(any, G, true));
      dense::SymmetricEigen eigen(9);
      REQUIRE(eigen.decompose(H));
      negative += eigen.values()[0] < -1;
      const Eigen::MatrixXd expected =
          eigen.vectors() * eigen.values().cwiseMax(0).asDiagonal() * eigen.vectors().transpose();
      CHECK((projected - expected).norm() < 1e-10 * H.norm());
    }
  });
  CHECK(negative > 10);
}

TEST_CASE("blocks of nodes are contractions of the Hessian", "[solids]") {
  const AnyMaterial any = make_material(Material::stable_neo_hookean, parameters);
  const M3 G = random(0.4, 1), two = random(1, 2);
  const EnergyHessian<double> H = hessian(any, G);
  const Eigen::Matrix<double, 3, 2> g = H.in_frame(Eigen::Matrix<double, 3, 2>(two.leftCols<2>()));
  const M3 block = H.block(g.col(0), g.col(1));
  for (int k = 0; k < 3; ++k) {
    const M3 change = H.times(Eigen::Vector3d::Unit(k) * two.col(1).transpose());
    CHECK((block.col(k) - change * two.col(0)).norm() < 1e-12 * block.norm());
  }
}

TEST_CASE("energies do not see rotations, before or after, and stresses turn with them",
          "[solids]") {
  each([](const AnyMaterial& any, bool invertible) {
    for (const M3& G : deformations(invertible)) {
      const M3 F = M3::Identity() + G, Q = rotation(3);
      const double Psi = energy(any, G);
      CHECK(energy(any, Q * F - M3::Identity()) == Approx(Psi).epsilon(1e-10));
      CHECK(energy(any, F * Q - M3::Identity()) == Approx(Psi).epsilon(1e-10));
      const M3 P = stress_at(any, G);
      CHECK((stress_at(any, M3(Q * F - M3::Identity())) - Q * P).norm() < 1e-11 * P.norm());
    }
  });
}

TEST_CASE("small strains keep their digits: every material is linear elasticity there",
          "[solids]") {
  each([](const AnyMaterial& any, bool) {
    CHECK(stress_at(any, M3(M3::Zero())).isZero(0));
    CHECK(energy(any, M3::Zero()) == 0);
    const M3 G = random(1e-9, 5), strain = (G + G.transpose()) / 2;
    const double trace = strain.trace();
    const M3 linear = 2 * parameters.mu * strain + parameters.lambda * trace * M3::Identity();
    CHECK((stress_at(any, G) - linear).norm() < 1e-8 * linear.norm());
    CHECK(energy(any, G) ==
          Approx(parameters.mu * strain.squaredNorm() + parameters.lambda / 2 * trace * trace)
              .epsilon(1e-8));
  });
}

TEST_CASE("the stress in extended precision is the stress, with more digits", "[solids]") {
  each([](const AnyMaterial& any, bool invertible) {
    for (const M3& G : deformations(invertible)) {
      using L3 = Matrix3<long double>;
      const L3 P = stress_at<long double>(any, G.cast<long double>());
      CHECK((P.cast<double>() - stress_at(any, G)).norm() <
            1e-13 * (P.cast<double>().norm() + youngs));
      const auto p = principal<long double>(G.cast<long double>());
      const L3 F = p.U * p.stretches.s.asDiagonal() * p.V.transpose();
      CHECK(double((F - L3::Identity() - G.cast<long double>()).norm()) < 1e-17);
    }
  });
}

TEST_CASE("the decomposition exists at every deformation", "[solids]") {
  std::vector<M3> all = deformations(true);
  for (const M3& F :
       {M3(M3::Zero()), M3(-M3::Identity()), M3(Eigen::Vector3d(2, 0, 0).asDiagonal()),
        M3(Eigen::Vector3d(1, 1, 0).asDiagonal()), M3(1e-9 * M3::Ones()),
        M3(rotation(7) * Eigen::Vector3d(1, 1e-7, -1e-7).asDiagonal() * rotation(8)), rotation(9),
        M3(1e8 * rotation(9))})
    all.push_back(F - M3::Identity());
  for (const M3& G : all) {
    const auto p = principal(G);
    const M3 F = M3::Identity() + G;
    const auto& s = p.stretches.s;
    CAPTURE(F);
    CHECK((p.U * s.asDiagonal() * p.V.transpose() - F).norm() < 1e-14 * (1 + F.norm()));
    for (const M3& Q : {p.U, p.V}) {
      CHECK((Q.transpose() * Q - M3::Identity()).norm() < 1e-14);
      CHECK(Q.determinant() > 0);
    }
    const double round_off = 1e-14 * (1 + F.norm());
    CHECK(s[0] >= s[1] - round_off);
    CHECK(s[1] >= std::abs(s[2]) - round_off);
    CHECK((p.stretches.e - s + Eigen::Vector3d::Ones()).norm() < 1e-15 * (10 + F.norm()));
  }
}

TEST_CASE("the stretches are the singular values, with the sign of the determinant", "[solids]") {
  for (const M3& G : deformations(true)) {
    const M3 F = M3::Identity() + G;
    Eigen::Vector3d expected = Eigen::JacobiSVD<Eigen::MatrixXd>(F).singularValues();
    if (F.determinant() < 0) expected[2] *= -1;
    CHECK((principal(G).stretches.s - expected).norm() < 1e-14);
  }
}

TEST_CASE("inverted and flat elements have an energy and a force, or are infinite", "[solids]") {
  for (const Eigen::Vector3d& s :
       {Eigen::Vector3d(1, 1, -1), Eigen::Vector3d(1, 0.5, 0), Eigen::Vector3d(0, 0, 0),
        Eigen::Vector3d(0.3, -0.2, -0.1), Eigen::Vector3d(-1, 1, 1)}) {
    const M3 F = rotation(1) * s.asDiagonal() * rotation(2);
    each([&](const AnyMaterial& any, bool invertible) {
      const M3 G = F - M3::Identity();
      if (invertible || s.prod() > 0.005) {
        CHECK(energy(any, G) > 0);
        CHECK(std::isfinite(energy(any, G)));
        CHECK(stress_at(any, G).allFinite());
      } else if (s.prod() < 0) {
        CHECK(energy(any, G) == std::numeric_limits<double>::infinity());
        CHECK_FALSE(stress_at(any, G).allFinite());
      }
    });
  }
  // A state that is not a number stays one.
  each([](const AnyMaterial& any, bool) {
    CHECK_FALSE(std::isfinite(energy(any, M3::Constant(NAN))));
    CHECK_FALSE(stress_at(any, M3(M3::Constant(NAN))).allFinite());
  });
}

}  // namespace materials_tests
