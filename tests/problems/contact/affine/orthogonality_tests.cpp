// The orthogonality energy of affine bodies: derivatives, invariance, projection.

#include "problems/contact/affine/orthogonality.hpp"
#include "problems/forces/elastic_body.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <random>

namespace orthogonality_tests {

using namespace stiffbench;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

Matrix3d rotation(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

/// Two affine bodies, whose groups are p, a_1, a_2, a_3 each.
ElasticBody<SolidTerm> two_bodies() {
  Eigen::Matrix3Xd rest(3, 8);
  rest << Vector3d(1, 2, 3), rotation(0.4, {1, 1, 0}), Vector3d(3, 2, 1), Matrix3d::Identity();
  Eigen::Matrix2Xi pairs(2, 6);
  pairs << 1, 1, 2, 5, 5, 6, 2, 3, 3, 6, 7, 7;
  ElasticBody<SolidTerm> body(rest, free_after(8, 0), Vec::Ones(8), pairs);
  Orthogonality::Elements columns(3, 2);
  columns << 1, 5, 2, 6, 3, 7;
  body.add<Orthogonality>(columns, Vec(Eigen::Vector2d(700, 1300)));
  return body;
}

Vec random(double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return Vec::NullaryExpr(24, [&] { return number(generator); });
}

double potential(const ElasticBody<SolidTerm>& body, const Vec& u) {
  double sum = 0;
  body.add_potential(u, sum);
  return sum;
}

Vec force(const ElasticBody<SolidTerm>& body, const Vec& u) {
  Vec f = Vec::Zero(24);
  body.add_force(u, f);
  return f;
}

template <bool projected = false>
Eigen::MatrixXd stiffness(const ElasticBody<SolidTerm>& body, const Vec& u) {
  Mat K;
  body.stiffness<projected>(u, K);
  return K;
}

/// Displacements of a rigid motion of both bodies.
Vec moved(const ElasticBody<SolidTerm>& body, const Matrix3d& R) {
  Vec u(24);
  for (int i = 0; i < 8; ++i)
    u.segment<3>(3 * i) = R * body.rest().col(i) - body.rest().col(i) +
                          (i % 4 == 0 ? Vector3d(0.3, -2, 1) : Vector3d(0, 0, 0));
  return u;
}

}  // namespace

TEST_CASE("derivatives of the orthogonality energy agree with differences") {
  const auto body = two_bodies();
  const double e = 1e-6;
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Vec u = random(0.8, seed), d = random(1, seed + 10);
    const double slope = (potential(body, u + e * d) - potential(body, u - e * d)) / (2 * e);
    CHECK(-force(body, u).dot(d) == Approx(slope).epsilon(1e-8));
    const Vec change = (force(body, u + e * d) - force(body, u - e * d)) / (2 * e);
    Vec product = Vec::Zero(24);
    body.add_jacobian_times(u, d, product);
    CHECK((product - change).norm() < 1e-8 * change.norm());
    const Eigen::MatrixXd K = stiffness(body, u);
    CHECK((K * d + product).norm() < 1e-13 * product.norm());
    CHECK((K - K.transpose()).norm() <= 1e-15 * K.norm());
    VecOf<long double> extended = VecOf<long double>::Zero(24);
    body.add_force(u.cast<long double>(), extended);
    CHECK((extended.cast<double>() - force(body, u)).norm() < 1e-14 * change.norm());
  }
}

TEST_CASE("affine bodies have no energy and no force in a rigid motion, and no force on p") {
  const auto body = two_bodies();
  CHECK(potential(body, Vec::Zero(24)) == 0);
  CHECK(force(body, Vec::Zero(24)).norm() == 0);
  const Vec turned = moved(body, rotation(2, {1, 2, -1}));
  CHECK(potential(body, turned) < 1e-26 * 2000);
  CHECK(force(body, turned).norm() < 1e-11);
  const Vec f = force(body, random(0.5, 4));
  for (const int p : {0, 4}) CHECK(f.segment<3>(3 * p).norm() == 0);
}

TEST_CASE("the orthogonality energy of small strains is that of the shear modulus 4 kappa") {
  const auto body = two_bodies();
  const Matrix3d strain = Matrix3d(Vector3d(1, -2, 0.5).asDiagonal()) * 1e-6;
  Vec u = Vec::Zero(24);
  u.tail(9) = strain.reshaped();  // of the second body, whose axes are those of coordinates
  CHECK(potential(body, u) == Approx(4 * 1300 * strain.squaredNorm()).epsilon(1e-5));
}

TEST_CASE("internal forces of an affine body have no torque") {
  const auto body = two_bodies();
  const Vec u = random(0.6, 5), f = force(body, u);
  for (const int first : {1, 5}) {
    Vector3d torque(0, 0, 0);
    for (int k = first; k < first + 3; ++k)
      torque += (body.rest().col(k) + u.segment<3>(3 * k)).cross(f.segment<3>(3 * k));
    CHECK(torque.norm() < 1e-13 * f.norm());
  }
}

TEST_CASE(
    "the projected stiffness of affine bodies has no negative curvature, and is K without it") {
  const auto body = two_bodies();
  Vec u = random(0.05, 6);
  for (const int column : {1, 2, 3, 5, 6, 7})  // strong compression
    u.segment<3>(3 * column) -= 0.6 * body.rest().col(column);
  using Modes = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
  const Modes modes(stiffness(body, u));
  REQUIRE(modes.eigenvalues()[0] < -1);
  const Eigen::MatrixXd expected = modes.eigenvectors() *
                                   modes.eigenvalues().cwiseMax(0).asDiagonal() *
                                   modes.eigenvectors().transpose();
  const Vec rest = Vec::Zero(24);
  const double round_off = 1e-12 * stiffness(body, rest).norm();
  CHECK((stiffness<true>(body, u) - expected).norm() < round_off);
  CHECK((stiffness<true>(body, rest) - stiffness(body, rest)).norm() < round_off);
}

}  // namespace orthogonality_tests
