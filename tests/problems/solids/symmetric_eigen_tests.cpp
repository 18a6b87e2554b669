// The decomposition of symmetric 3x3 matrices against Eigen's iterative one, in both precisions,
// where eigenvalues are apart, close, equal, and of any size.

#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace symmetric_eigen_tests {

using namespace stiffbench;

namespace {

template <class Scalar>
using M3 = Eigen::Matrix<Scalar, 3, 3>;
template <class Scalar>
using V3 = Eigen::Matrix<Scalar, 3, 1>;

template <class Scalar>
M3<Scalar> frame(unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const M3<Scalar> A = M3<Scalar>::NullaryExpr([&] { return Scalar(number(generator)); });
  return Eigen::HouseholderQR<M3<Scalar>>(A).householderQ();
}
template <class Scalar>
M3<Scalar> symmetric(const M3<Scalar>& Q, const V3<Scalar>& values) {
  const M3<Scalar> A = Q * values.asDiagonal() * Q.transpose();
  return (A + A.transpose()) / 2;
}

/// Eigenvalues apart, in pairs and triples that are equal or nearly so, vanishing, of both signs.
template <class Scalar>
std::vector<V3<Scalar>> spectra() {
  const Scalar e = std::numeric_limits<Scalar>::epsilon();
  std::vector<V3<Scalar>> all = {{3, 2, 1},     {1, 1, 1},         {2, 1, 1},     {1, 1, -2},
                                 {0, 0, 0},     {1, 0, 0},         {1, 0, -1},    {1, -1, -1},
                                 {5, 4.999, 1}, {1, 1e-9L, 1e-9L}, {1, 1e-20L, 0}};
  for (const Scalar gap : {e, 30 * e, std::sqrt(e), std::cbrt(e)}) {
    all.push_back({1 + gap, 1, 1 - gap});
    all.push_back({1 + gap, 1, 0});
    all.push_back({2, 1 + gap, 1});
    all.push_back({gap, 0, -gap});
  }
  return all;
}

template <class Scalar>
void check(const M3<Scalar>& A) {
  const auto eigen = symmetric_eigen(A);
  const M3<Scalar>& V = eigen.vectors;
  const Scalar size = A.norm(), e = std::numeric_limits<Scalar>::epsilon();
  CAPTURE(A);
  CHECK((V * eigen.values.asDiagonal() * V.transpose() - A).norm() <= 12 * e * size);
  CHECK((V.transpose() * V - M3<Scalar>::Identity()).norm() <= 8 * e);
  CHECK(V.determinant() > 0);
  CHECK(eigen.values[0] >= eigen.values[1]);
  CHECK(eigen.values[1] >= eigen.values[2]);
  const V3<Scalar> expected = Eigen::SelfAdjointEigenSolver<M3<Scalar>>(A).eigenvalues().reverse();
  CHECK((eigen.values - expected).norm() <= 12 * e * size);
}

}  // namespace

TEMPLATE_TEST_CASE("a symmetric 3x3 matrix is restored from its eigenvalues and eigenvectors",
                   "[solids]", double, long double) {
  for (const V3<TestType>& values : spectra<TestType>())
    for (unsigned seed = 0; seed < 40; ++seed) check(symmetric(frame<TestType>(seed), values));
  for (const V3<TestType>& values : spectra<TestType>()) check<TestType>(values.asDiagonal());
  for (const double size : {1e-140, 1e-30, 1e30, 1e140})
    check(symmetric<TestType>(frame<TestType>(1), TestType(size) * V3<TestType>(3, -1, 2)));
}

TEST_CASE("an entry that is not a number makes every eigenvalue none", "[solids]") {
  const M3<double> sound = symmetric<double>(frame<double>(2), {3, 2, 1});
  CHECK((symmetric_eigen(sound).values - V3<double>(3, 2, 1)).norm() < 1e-14);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      M3<double> A = sound;
      A(i, j) = A(j, i) = NAN;
      CAPTURE(i, j);
      CHECK(symmetric_eigen(A).values.array().isNaN().all());
    }
}

}  // namespace symmetric_eigen_tests
