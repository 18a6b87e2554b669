#include "base/error.hpp"
#include "problems/contract/mass.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

namespace mass_tests {

using namespace stiffbench;

namespace {

Mat sparse(const Eigen::MatrixXd& dense) { return dense.sparseView(); }

}  // namespace

TEST_CASE("a lumped mass multiplies and divides entry by entry") {
  const Mass M(Vec(Eigen::Vector2d(2, 4)));
  CHECK(M.is_diagonal());
  CHECK(M.size() == 2);
  Vec y;
  M.times(Eigen::Vector2d(1, 3), y);
  CHECK(y == Vec(Eigen::Vector2d(2, 12)));
  M.solve(Eigen::Vector2d(1, 3), y);
  CHECK(y == Vec(Eigen::Vector2d(0.5, 0.75)));
  CHECK(Eigen::MatrixXd(M.matrix()) == Eigen::MatrixXd(Eigen::Vector2d(2, 4).asDiagonal()));
}

TEST_CASE("a lumped mass divides in extended precision") {
  const Mass M(Vec(Eigen::Vector2d(3, 7)));
  VecOf<long double> f(2), a;
  f << 1, 1;
  M.solve(f, a);
  CHECK(a[0] == 1.0L / 3);
  CHECK(a[1] == 1.0L / 7);
}

TEST_CASE("a consistent mass multiplies with the same digits on any number of threads") {
  constexpr int rows = 5000;
  Mat tridiagonal(rows, rows);
  for (int row = 0; row < rows; ++row)
    for (int column = std::max(row - 1, 0); column <= std::min(row + 1, rows - 1); ++column)
      tridiagonal.insert(row, column) = row == column ? 4 + 1. / (row + 1) : 1;
  tridiagonal.makeCompressed();
  const Mass M(tridiagonal);
  const Vec x = Vec::LinSpaced(rows, 0, 1e4).array().sin(), whole = tridiagonal * x;
  test::with_any_threads([&] {
    Vec y;
    M.times(x, y);
    CHECK(y == whole);
    return y;
  });
}

TEST_CASE("a consistent mass is the matrix it was given, also when copied") {
  Eigen::Matrix3d dense;
  dense << 4, 1, 0, 1, 6, 2, 0, 2, 5;
  const Mass M = [&] { return Mass(Mass(sparse(dense))); }();
  CHECK_FALSE(M.is_diagonal());
  CHECK(M.diagonal() == Vec(Eigen::Vector3d(4, 6, 5)));
  const Eigen::Vector3d x(1, -2, 3);
  Vec y, back;
  M.times(x, y);
  CHECK((y - dense * x).norm() <= 1e-15 * y.norm());
  M.solve(y, back);
  CHECK((back - x).norm() <= 1e-14);
}

TEST_CASE("masses that are none are refused") {
  CHECK_THROWS_WITH(Mass(Vec(Eigen::Vector2d(1, 0))), Catch::Contains("must be positive"));
  CHECK_THROWS_WITH(Mass(Vec(Eigen::Vector2d(NAN, 1))), Catch::Contains("M[0]"));
  Eigen::Matrix2d indefinite;
  indefinite << 1, 2, 2, 1;
  CHECK_THROWS_WITH(Mass(sparse(indefinite)), Catch::Contains("symmetric positive definite"));
}

TEST_CASE("extended precision with a consistent mass is refused") {
  const Mass M(sparse(Eigen::Matrix2d::Identity()));
  VecOf<long double> f = VecOf<long double>::Ones(2), a;
  CHECK_THROWS_WITH(M.solve(f, a), Catch::Contains("diagonal mass"));
}

}  // namespace mass_tests
