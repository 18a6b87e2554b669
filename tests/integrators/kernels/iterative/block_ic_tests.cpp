#include "base/system/instruction_set.hpp"
#include "integrators/kernels/iterative/block_ic.hpp"
#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "tests/base/thread_guard.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <cmath>
#include <iterator>
#include <map>

namespace block_ic_tests {

using namespace stiffbench;

namespace {

constexpr long plenty = 10000;

/// The matrix M + h^2 K of a problem at its start.
Mat matrix_of(const std::string& name, const Settings& settings, double h) {
  const auto problem = ProblemRegistry::instance().make(name, settings);
  Mat K;
  projected_stiffness(*problem, problem->start(), K);
  const Term terms[] = {{&problem->mass().matrix(), 1}, {&K, h * h}};
  return SparseSum().assemble(problem->dof(), terms);
}

/// Returns the matrix with all entries of the blocks that are not zero.
Mat whole_blocks(const Eigen::MatrixXd& dense) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < dense.rows(); i += 3)
    for (int j = 0; j < dense.cols(); j += 3)
      if (!dense.block<3, 3>(i, j).isZero(0))
        for (int k = 0; k < 9; ++k)
          entries.emplace_back(i + k / 3, j + k % 3, dense(i + k / 3, j + k % 3));
  Mat result(dense.rows(), dense.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// A definite chain of 3x3 blocks.
Mat chain(int rows) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](int row, int column, const Eigen::Matrix3d& block) {
    for (int k = 0; k < 9; ++k)
      entries.emplace_back(3 * row + k / 3, 3 * column + k % 3, block(k / 3, k % 3));
  };
  for (int i = 0; i < rows; ++i) {
    Eigen::Matrix3d next;
    next << 1, 2, -1, 0.5, 1, 3, -2, 0.25, i % 5;
    add(i, i,
        (10 + i % 200 + (i > 0 ? 1 : 0)) * Eigen::Matrix3d::Identity() + next * next.transpose());
    if (i + 1 == rows) break;
    add(i, i + 1, next);
    add(i + 1, i, next.transpose());
  }
  Mat S(3 * rows, 3 * rows);
  S.setFromTriplets(entries.begin(), entries.end());
  return S;
}

/// A definite matrix in which rows i and i + distance are joined, but for the last three.
Mat joined(int rows, int distance) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < 9; ++k) {
      entries.emplace_back(3 * i + k / 3, 3 * i + k % 3, k % 4 == 0 ? 10 + i % 7 : 0.5);
      if (i + 3 >= rows) continue;
      const int j = i + distance;
      entries.emplace_back(3 * i + k / 3, 3 * j + k % 3, 0.1 * k);
      entries.emplace_back(3 * j + k % 3, 3 * i + k / 3, 0.1 * k);
    }
  Mat S(3 * rows, 3 * rows);
  S.setFromTriplets(entries.begin(), entries.end());
  return S;
}

/// Many matrices of one block, one after the other.
Mat blocks_apart(int rows) {
  Mat S = chain(rows);
  S.prune([](Eigen::Index i, Eigen::Index j, double) { return i / 3 == j / 3; });
  S.makeCompressed();
  return S;
}

/// Kershaw's matrix: it is definite, but its factorization without fill has a negative pivot.
constexpr double kershaw[4][4] = {{3, -2, 0, 2}, {-2, 3, -2, 0}, {0, -2, 3, -2}, {2, 0, -2, 3}};

/// The matrix with Kershaw's in place of four rows of blocks from this one on.
Mat with_kershaw(const Mat& S, int first) {
  const auto is_inside = [&](Eigen::Index i) { return i / 3 >= first && i / 3 < first + 4; };
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < S.rows(); ++row)
    for (Mat::InnerIterator at(S, row); at; ++at)
      if (!is_inside(row) && !is_inside(at.col())) entries.emplace_back(row, at.col(), at.value());
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 9 && kershaw[i][j] != 0; ++k)
        entries.emplace_back(3 * (first + i) + k / 3, 3 * (first + j) + k % 3,
                             k % 4 == 0 ? kershaw[i][j] : 0);
  Mat result(S.rows(), S.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

Vec waves(Eigen::Index size) { return Vec::LinSpaced(size, 0, 1e4).array().sin(); }

/// The largest difference of (I + U)' D (I + U) from S on the pattern of S, relative.
double largest_difference(const Mat& S) {
  SymmetricProduct product;
  product.assign(S, 3);
  BlockIc factor;
  const int n = static_cast<int>(S.rows());
  REQUIRE(factor.factorize(product, n / 3));
  Eigen::MatrixXd inverse(n, n);
  Vec z;
  for (int j = 0; j < n; ++j) {
    const Vec unit = Vec::Unit(n, j);
    const double product_with_z = factor.solve(unit, z);
    CHECK(product_with_z == Approx(z[j]).epsilon(1e-12));
    inverse.col(j) = z;
  }
  const Eigen::MatrixXd B = inverse.inverse();
  double largest = 0;
  for (int row = 0; row < n; ++row)
    for (Mat::InnerIterator at(S, row); at; ++at)
      largest = std::max(largest, std::abs(B(row, at.col()) - at.value()));
  return largest / S.coeffs().abs().maxCoeff();
}

/// The matrix with its blocks of rows and columns in this order.
Mat in_order(const Mat& S, const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    number[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  const auto moved = [&](Eigen::Index i) {
    return 3 * number[static_cast<std::size_t>(i / 3)] + static_cast<int>(i % 3);
  };
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < S.rows(); ++row)
    for (Mat::InnerIterator at(S, row); at; ++at)
      entries.emplace_back(moved(row), moved(at.col()), at.value());
  Mat result(S.rows(), S.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// Solves with the incomplete factors of a matrix of 3x3 blocks, of which `order` tells the places,
/// in double precision and with maps of blocks.
Vec plain_solve(const Mat& S, const std::vector<int>& order, const Vec& r) {
  const int rows = static_cast<int>(S.rows() / 3);
  std::vector<std::map<int, Eigen::Matrix3d>> U(static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < 3; ++i)
      for (Mat::InnerIterator at(S, 3 * row + i); at; ++at)
        if (const int column = static_cast<int>(at.col() / 3); column >= row) {
          auto& block = U[static_cast<std::size_t>(row)]
                            .try_emplace(column, Eigen::Matrix3d::Zero())
                            .first->second;
          block(i, at.col() % 3) = at.value();
        }
  Vec y(r.size());
  for (int row = 0; row < rows; ++row)
    y.segment<3>(3 * row) = r.segment<3>(3 * order[static_cast<std::size_t>(row)]);
  for (int row = 0; row < rows; ++row) {  // right-looking: U holds D U
    auto& own = U[static_cast<std::size_t>(row)];
    const Eigen::Matrix3d inverse = own.begin()->second.inverse();
    for (auto one = std::next(own.begin()); one != own.end(); ++one) {
      auto& other = U[static_cast<std::size_t>(one->first)];
      const Eigen::Matrix3d factor = one->second.transpose() * inverse;
      for (auto two = one; two != own.end(); ++two)
        if (const auto to = other.find(two->first); to != other.end())
          to->second -= factor * two->second;
      y.segment<3>(3 * one->first) -= factor * y.segment<3>(3 * row);
    }
  }
  Vec z(r.size());
  for (int row = rows - 1; row >= 0; --row) {
    const auto& own = U[static_cast<std::size_t>(row)];
    Eigen::Vector3d rest = y.segment<3>(3 * row);
    for (auto one = std::next(own.begin()); one != own.end(); ++one)
      rest -= one->second * y.segment<3>(3 * one->first);
    y.segment<3>(3 * row) = own.begin()->second.inverse() * rest;
    z.segment<3>(3 * order[static_cast<std::size_t>(row)]) = y.segment<3>(3 * row);
  }
  return z;
}

long products(const Mat& S, Preconditioner kind, double accuracy, Vec* solution = nullptr) {
  ConjugateGradients gradients;
  gradients.init(kind);
  REQUIRE(gradients.assign(Columns(S), 3).ok());
  Work work;
  Vec x;
  REQUIRE(gradients.solve(waves(S.rows()), {accuracy, 0}, plenty, x, work).ok());
  if (solution) *solution = x;
  return work.stiffness_products;
}

}  // namespace

TEST_CASE("incomplete factors equal the matrix on its pattern", "[pcg][block_ic]") {
  for (const std::string& set : instruction_sets()) {
    INFO(set);
    use_instruction_set(set);
    CHECK(largest_difference(chain(12)) <= 1e-5);
    CHECK(largest_difference(matrix_of("rotating_cube", {{"cells", 2L}}, 1. / 30)) <= 1e-5);
    CHECK(largest_difference(1e30 * chain(12)) <= 1e-5);
  }
  use_instruction_set(instruction_sets().front());
}

TEST_CASE("incomplete factors solve for two parts with the digits of each", "[pcg][block_ic]") {
  const Mat S = matrix_of("cloth", {{"cells", 6L}}, 1. / 30);
  for (const std::string& set : instruction_sets()) {
    INFO(set);
    use_instruction_set(set);
    SymmetricProduct product;
    product.assign(S, 3);
    BlockIc factor;
    REQUIRE(factor.factorize(product, static_cast<int>(S.rows() / 3)));
    for (const double size : {1e-3, 0.}) {
      const ComplexVec r{waves(S.rows()), size * waves(S.rows()).reverse()};
      Vec re, im;
      factor.solve(r.re, re);
      factor.solve(r.im, im);
      ComplexVec z;
      factor.solve(r, z);
      CHECK(z.re == re);
      CHECK(z.im == im);
    }
  }
  use_instruction_set(instruction_sets().front());
}

TEST_CASE("incomplete factors of several domains are those of the matrix in their order",
          "[pcg][block_ic]") {
  const Mat S = matrix_of("cloth", {{"cells", 70L}}, 1. / 30);
  const auto rows = static_cast<int>(S.rows() / 3);
  REQUIRE(rows >= 4000);
  SymmetricProduct product;
  product.assign(S, 3);
  FloatBlocks blocks;
  product.copy_to(blocks, 1);
  const Domains domains = divide(blocks.ends, blocks.columns.data());
  REQUIRE(domains.ends.size() == 2);
  REQUIRE(domains.ends.back() < rows);
  // The same factors, computed entry by entry: U' D U = P S P' on the pattern.
  const Mat ordered = in_order(S, domains.order);
  const Vec r = waves(S.rows());
  const Vec expected = plain_solve(ordered, domains.order, r);
  for (const std::string& set : instruction_sets()) {
    INFO(set);
    use_instruction_set(set);
    test::with_any_threads([&] {
      BlockIc factor;
      REQUIRE(factor.factorize(product, rows));
      Vec z;
      const double product_with_z = factor.solve(r, z);
      CHECK(product_with_z == Approx(r.dot(z)).epsilon(1e-12));
      CHECK((z - expected).norm() <= 1e-4 * expected.norm());
      REQUIRE(factor.factorize(product, rows));  // once more, with the pattern known
      Vec again;
      factor.solve(r, again);
      CHECK(again == z);
      const ComplexVec sides{r, r.reverse()};  // in one pass, with the digits of each
      ComplexVec both;
      factor.solve(sides, both);
      CHECK(both.re == z);
      factor.solve(sides.im, again);
      CHECK(both.im == again);
      return z;
    });
  }
  use_instruction_set(instruction_sets().front());
}

TEST_CASE("incomplete factors depend on nothing that was factorized before", "[pcg][block_ic]") {
  // Many rows and few, in one domain and in two, with and without a separator; two patterns of rows
  // of equal lengths; factorizations that break down in the first domain and in the second.
  const std::vector<Mat> matrices = {matrix_of("cloth", {{"cells", 70L}}, 1. / 30),
                                     chain(12),
                                     joined(5000, 1),
                                     joined(5000, 3),
                                     chain(5000),
                                     with_kershaw(chain(5000), 100),
                                     chain(5000),
                                     with_kershaw(chain(5000), 4000),
                                     chain(40),
                                     blocks_apart(5000)};
  BlockIc all;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    CAPTURE(i);
    const Mat& S = matrices[i];
    SymmetricProduct product;
    product.assign(S, 3);
    const auto rows = static_cast<int>(S.rows() / 3);
    BlockIc fresh;
    const bool succeeds = fresh.factorize(product, rows);
    CHECK(succeeds == (i != 5 && i != 7));
    REQUIRE(all.factorize(product, rows) == succeeds);
    if (!succeeds) continue;
    Vec z, expected;
    CHECK(all.solve(waves(S.rows()), z) == fresh.solve(waves(S.rows()), expected));
    CHECK(z == expected);
  }
}

TEST_CASE("incomplete factors solve with a chain in one iteration", "[pcg][block_ic]") {
  const Mat S = chain(200);
  CHECK(products(S, Preconditioner::block_ic, 1e-5) <= 2);  // an estimate takes a second one
  // The cut of a long chain into two domains drops one block.
  CHECK(products(chain(5000), Preconditioner::block_ic, 1e-5) <= 3);
  CHECK(products(S, Preconditioner::block_jacobi, 1e-5) > 4);
}

TEST_CASE("with incomplete factors the solution is that of Cholesky's", "[pcg][block_ic]") {
  const Mat S = matrix_of("cloth", {{"cells", 12L}}, 1. / 30);
  const double accuracy = GENERATE(1e-2, 1e-6, 1e-10);
  Work work;
  LinearSolver direct;
  REQUIRE(direct.factorize_definite(Columns(S), work).ok());
  Vec exact, x;
  direct.solve(waves(S.rows()), exact, work);
  const auto norm = [&](const Vec& v) { return std::sqrt(v.dot(S * v)); };
  const long few = products(S, Preconditioner::block_ic, accuracy, &x);
  CHECK(norm(x - exact) <= 2 * accuracy * norm(exact));
  CHECK(2 * few < products(S, Preconditioner::block_jacobi, accuracy));
}

TEST_CASE("solves that break off do not affect the choice of a preconditioner", "[pcg][block_ic]") {
  const Mat S = matrix_of("cloth", {{"cells", 12L}}, 1. / 30);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(6, 6);
  dense.topRightCorner(3, 3) = dense.bottomLeftCorner(3, 3) = 2 * Eigen::Matrix3d::Identity();
  const Columns indefinite = whole_blocks(dense);  // its diagonal blocks are definite
  Vec negative(6), x;
  negative << 1, 1, 1, -1, -1, -1;
  const auto work_after = [&](int broken_off) {
    ConjugateGradients gradients;
    Work work, unused;
    for (int i = 0; i < broken_off; ++i) {
      REQUIRE(gradients.assign(indefinite, 3).ok());
      CHECK(gradients.solve(negative, {1e-6, 0}, plenty, x, unused).status == Status::indefinite);
    }
    for (int i = 0; i < 6; ++i) {
      REQUIRE(gradients.assign(Columns(S), 3).ok());
      REQUIRE(gradients.solve(waves(S.rows()), {1e-6, 0}, plenty, x, work).ok());
    }
    return work;
  };
  const Work fresh = work_after(0), later = work_after(20);
  CHECK(fresh.incomplete_factorizations >= 5);
  CHECK(later.incomplete_factorizations == fresh.incomplete_factorizations);
  CHECK(later.stiffness_products == fresh.stiffness_products);
}

TEST_CASE("a break-down of incomplete factors falls back to diagonal blocks", "[pcg][block_ic]") {
  const Mat S = with_kershaw(Mat(12, 12), 0);
  SymmetricProduct product;
  product.assign(S, 3);
  CHECK_FALSE(BlockIc().factorize(product, 4));
  Vec x;
  CHECK(products(S, Preconditioner::block_ic, 1e-12, &x) ==
        products(S, Preconditioner::block_jacobi, 1e-12));
  CHECK((S * x - waves(12)).norm() <= 1e-10);
}

TEST_CASE("a zero residual and one that is not finite pass through", "[pcg][block_ic]") {
  const Mat S = chain(4);
  SymmetricProduct product;
  product.assign(S, 3);
  BlockIc factor;
  REQUIRE(factor.factorize(product, 4));
  Vec z, r = Vec::Zero(12);
  CHECK(factor.solve(r, z) == 0);
  CHECK(z.isZero(0));
  r[5] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(std::isfinite(factor.solve(r, z)));
  r = Vec::Ones(12);
  const double large = factor.solve(1e150 * r, z), small = factor.solve(1e-150 * r, z);
  CHECK(large / 1e300 == Approx(small * 1e300));
}

}  // namespace block_ic_tests
