#include "base/error.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/peers/klu.hpp"

#include <catch2/catch.hpp>

namespace linear_solver_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// A tridiagonal matrix; `corner` replaces the last diagonal entry, `skew` breaks the symmetry.
Columns tridiagonal(int n, double corner, double skew = 0) {
  Columns A(n, n);
  for (int j = 0; j < n; ++j) {
    if (j > 0) A.insert(j - 1, j) = -1 + skew;
    A.insert(j, j) = j + 1 < n ? 2.5 : corner;
    if (j + 1 < n) A.insert(j + 1, j) = -1 - skew;
  }
  A.makeCompressed();
  return A;
}

double residual(LinearSolver& solver, const Columns& A, Work& work) {
  const Vec b = Vec::LinSpaced(A.rows(), -1, 2);
  Vec x;
  solver.solve(b, x, work);
  return (A * x - b).norm() / b.norm();
}

/// `block` on the diagonal, `times` times.
Columns repeat(const Columns& block, int times) {
  const auto n = static_cast<int>(block.rows());
  Columns A(n * times, n * times);
  for (int j = 0; j < n * times; ++j)
    for (Columns::InnerIterator entry(block, j % n); entry; ++entry)
      A.insert(j / n * n + entry.row(), j) = entry.value();
  A.makeCompressed();
  return A;
}

}  // namespace

// 5 unknowns are dense, 200 are CHOLMOD's simplicial method and UMFPACK.
TEST_CASE("definite, indefinite and nonsymmetric matrices are solved, and counted") {
  const int n = GENERATE(5, 200);
  LinearSolver solver;
  Work work;
  CHECK(solver.factorize(tridiagonal(n, 2.5), true, work).ok());
  CHECK(work.factorize == 1);
  CHECK(residual(solver, tridiagonal(n, 2.5), work) <= 1e-14);
  CHECK(work.solve == 1);

  CHECK(solver.factorize(tridiagonal(n, -1), true, work).ok());
  CHECK(work.factorize == 3);  // Cholesky found a negative pivot, LU did it
  CHECK(residual(solver, tridiagonal(n, -1), work) <= 1e-14);

  CHECK(solver.factorize(tridiagonal(n, 3), true, work).ok());
  CHECK(work.factorize == 4);
  CHECK(residual(solver, tridiagonal(n, 3), work) <= 1e-14);

  LinearSolver general;
  CHECK(general.factorize(tridiagonal(n, 1, 0.25), false, work).ok());
  CHECK(work.factorize == 5);
  CHECK(residual(general, tridiagonal(n, 1, 0.25), work) <= 1e-14);
}

TEST_CASE("a supernodal factorization solves as well as a simplicial one") {
  const int n = 120;
  const Eigen::MatrixXd dense =
      Eigen::MatrixXd::Constant(n, n, 0.5) + n * Eigen::MatrixXd::Identity(n, n);
  LinearSolver solver;
  Work work;
  CHECK(solver.factorize(dense.sparseView(), true, work).ok());
  CHECK(residual(solver, dense.sparseView(), work) <= 1e-14);
  Eigen::MatrixXd indefinite = dense;
  indefinite(n / 2, n / 2) = -n;
  CHECK(solver.factorize(indefinite.sparseView(), true, work).ok());
  CHECK(work.factorize == 3);
  CHECK(residual(solver, indefinite.sparseView(), work) <= 1e-13);
}

TEST_CASE("a new pattern is analysed anew") {
  LinearSolver solver;
  Work work;
  CHECK(solver.factorize(tridiagonal(100, 2.5), true, work).ok());
  Columns other = tridiagonal(100, 2.5);
  other.coeffRef(90, 3) = other.coeffRef(3, 90) = -0.4;
  other.makeCompressed();
  CHECK(solver.factorize(other, true, work).ok());
  CHECK(residual(solver, other, work) <= 1e-14);
  CHECK(solver.factorize(tridiagonal(40, 2.5), true, work).ok());
  CHECK(residual(solver, tridiagonal(40, 2.5), work) <= 1e-14);
}

// Blocks of up to 128 rows are solved by one dense factorization, 100 times 2 rows in two parts.
TEST_CASE("a matrix that repeats a block is solved, and so is one that nearly does") {
  const int rows = GENERATE(2, 48, 150);
  const Columns A = repeat(tridiagonal(rows, 2), 100);
  LinearSolver solver;
  Work work;
  CHECK(solver.factorize(A, true, work).ok());
  CHECK(work.factorize == 1);
  CHECK(residual(solver, A, work) <= 1e-14);

  Columns other_value = A;
  other_value.coeffRef(70 * rows, 70 * rows) = 4;
  CHECK(solver.factorize(other_value, true, work).ok());
  CHECK(residual(solver, other_value, work) <= 1e-14);

  Columns joined = A;
  joined.coeffRef(90 * rows, 70 * rows) = joined.coeffRef(70 * rows, 90 * rows) = -0.2;
  joined.makeCompressed();
  CHECK(solver.factorize(joined, true, work).ok());
  CHECK(residual(solver, joined, work) <= 1e-14);
  CHECK(work.factorize == 3);

  const Columns indefinite = repeat(tridiagonal(rows, -1), 100);
  CHECK(solver.factorize(indefinite, true, work).ok());
  CHECK(work.factorize == 5);
  CHECK(residual(solver, indefinite, work) <= 1e-13);
}

TEST_CASE("singular and infinite matrices are told, and cannot be solved with") {
  const int n = GENERATE(2, 100);
  Columns A(n, n);  // a chain that is held nowhere
  for (int j = 0; j < n; ++j) {
    if (j > 0) A.insert(j - 1, j) = -1;
    A.insert(j, j) = j == 0 || j + 1 == n ? 1 : 2;
    if (j + 1 < n) A.insert(j + 1, j) = -1;
  }
  A.makeCompressed();
  LinearSolver solver;
  Work work;
  Vec x;
  for (bool symmetric : {true, false}) {
    const Outcome outcome = solver.factorize(A, symmetric, work);
    CHECK(outcome.status == Status::singular);
    CHECK_THAT(outcome.reason, Contains("pivots"));
    CHECK_FALSE(solver.ready());
    CHECK_THROWS_WITH(solver.solve(Vec::Ones(n), x, work), Contains("needs a factorization"));
  }
  A.coeffRef(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(solver.factorize(A, true, work).status == Status::diverged);
}

TEST_CASE("a copy of a solver starts afresh and leaves the original alone") {
  LinearSolver solver;
  Work work;
  const Columns A = tridiagonal(100, 2.5);
  CHECK(solver.factorize(A, true, work).ok());
  LinearSolver copy = solver;
  CHECK_FALSE(copy.ready());
  CHECK(copy.factorize(tridiagonal(100, 7), true, work).ok());
  CHECK(residual(solver, A, work) <= 1e-14);
  LinearSolver moved = std::move(solver);
  CHECK(residual(moved, A, work) <= 1e-14);
}

TEST_CASE("a sum of sparse matrices places and weighs its terms, again and again") {
  Mat A(2, 2), B(2, 2);
  A.insert(0, 0) = 1;
  A.insert(1, 0) = 2;
  B.insert(0, 1) = 3;
  B.insert(1, 0) = 5;
  A.makeCompressed();
  B.makeCompressed();
  SparseSum sum;
  for (double weight : {2., -1.}) {
    const Term terms[] = {{&A, 1, 0, 0}, {&A, weight, 2, 1}, {&B, 10, 0, 0}};
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(4, 4);
    expected.topLeftCorner(2, 2) += Eigen::MatrixXd(A) + 10 * Eigen::MatrixXd(B);
    expected.block(2, 1, 2, 2) += weight * Eigen::MatrixXd(A);
    CHECK(Eigen::MatrixXd(sum.assemble(4, terms)) == expected);
  }
}

TEST_CASE("sums and factorizations follow a pattern that changes") {
  // As many entries in every row as before, elsewhere.
  const auto coupled = [](int to) {
    Columns A(40, 40);
    for (int j = 0; j < 40; ++j) {
      A.insert(j, j) = 3;
      A.insert((j + to) % 40, j) = 1;
      A.insert((j + 40 - to) % 40, j) = 1;
    }
    A.makeCompressed();
    return A;
  };
  SparseSum sum;
  LinearSolver solver;
  Klu klu;
  Work work;
  const Vec b = Vec::LinSpaced(40, -1, 2);
  for (const int to : {10, 7, 7, 3}) {  // the first falls apart into ten blocks
    const Columns alone = coupled(to);
    const Mat A = alone, B = coupled(1);
    const Term terms[] = {{&A, 1}, {&B, 2}};
    const Columns& S = sum.assemble(40, terms);
    CHECK(Eigen::MatrixXd(S) == Eigen::MatrixXd(A) + 2 * Eigen::MatrixXd(B));
    Vec x;
    CHECK(solver.factorize(S, true, work).ok());
    solver.solve(b, x, work);
    CHECK((S * x - b).norm() < 1e-13);
    CHECK(klu.factorize(alone, work).ok());
    klu.solve(b, x, work);
    CHECK((alone * x - b).norm() < 1e-13);
  }
}

}  // namespace linear_solver_tests
