#include "base/error.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "tests/integrators/instruction_set_guard.hpp"
#include "tests/integrators/kernels/linear/random_blocks.hpp"

#include <catch2/catch.hpp>

namespace symmetric_product_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

TEST_CASE("a symmetric product with several vectors is the plain product, each counted") {
  std::mt19937 random(7);
  SymmetricProduct product;  // one for all: what an earlier matrix left must not matter
  for (const std::string& set : instruction_sets())
    for (const bool skew : {false, true})
      for (int nodes : {20, 1, 2, 7}) {
        const InstructionSetGuard guard(set);
        const Mat K = random_blocks(nodes, nodes, skew, random);
        for (int block_size : {3, 1}) {
          product.assign(K, block_size);
          Work work;
          const Vec x = Vec::Random(3 * nodes);
          Vec y = Vec::Ones(2);
          CAPTURE(set, skew, nodes, block_size);
          product.times(x, y, work);
          CHECK((y - K * x).cwiseAbs().maxCoeff() <= 1e-14 * nodes);
          CHECK(work.stiffness_products == 1);
          const ComplexVec both{x, Vec::Random(3 * nodes)};
          ComplexVec products;
          product.times(both, products, work);
          CHECK(work.stiffness_products == 3);
          CHECK(products.re == y);
          product.times(both.im, y, work);
          CHECK(products.im == y);
          for (int m = 0; m <= 9; ++m) {
            const Vectors X = Vectors::Random(3 * nodes, m);
            Vectors Y = Vectors::Ones(3 * nodes, m);
            work = {};
            product.times(X, Y, work);
            CAPTURE(m);
            CHECK(work.stiffness_products == m);
            REQUIRE(Y.cols() == m);
            if (m > 0) CHECK((Y - K * X).cwiseAbs().maxCoeff() <= 1e-14 * nodes);
          }
        }
      }
}

TEST_CASE("a symmetric product may add a matrix with some of the blocks of the first") {
  std::mt19937 random(12);
  SymmetricProduct product;
  for (const std::string& set : instruction_sets())
    for (const auto& [skew, own_skew] : {std::pair{false, false}, {false, true}, {true, true}}) {
      const InstructionSetGuard guard(set);
      CAPTURE(set, skew, own_skew);
      const int nodes = 9, n = 3 * nodes;
      const Mat K = random_blocks(nodes, nodes, skew, random);
      Mat D = random_blocks(nodes, nodes, own_skew, random);
      D.prune([&](Eigen::Index i, Eigen::Index j, double) { return K.coeff(i, j) != 0; });
      D.makeCompressed();
      REQUIRE(D.nonZeros() > 0);
      REQUIRE(D.nonZeros() < K.nonZeros());
      const Vec m = Vec::LinSpaced(n, 1, 2), x = Vec::Random(n);
      product.assign({.K = &K, .k = 0.3, .D = &D, .d = -0.7, .diagonal = &m, .m = 1.5});
      Eigen::MatrixXd S = 0.3 * K.toDense() - 0.7 * D.toDense();
      S.diagonal() += 1.5 * m;
      Vec y;
      Work work;
      product.times(x, y, work);
      CHECK((y - S * x).cwiseAbs().maxCoeff() <= 1e-13 * nodes);
    }
}

TEST_CASE("a block of the second matrix that the first one lacks is refused") {
  std::mt19937 random(3);
  const Mat K = random_blocks(6, 1, false, random), wide = random_blocks(6, 6, false, random);
  HalfBlocks blocks;
  CHECK_THROWS_WITH(blocks.assign({.K = &K, .D = &wide, .d = 1}),
                    Contains("needs every block of the second") && Contains("assemble the sum"));
  // So is one of as many blocks at other places.
  const auto joined = [](int i, int j) {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(9, 9);
    for (const auto& [row, column] : {std::pair{0, 0}, {1, 1}, {2, 2}, {i, j}, {j, i}})
      all.block<3, 3>(3 * row, 3 * column).setOnes();
    return Mat(all.sparseView());
  };
  const Mat one = joined(0, 1), other = joined(1, 2);
  REQUIRE(one.nonZeros() == other.nonZeros());
  CHECK_THROWS_WITH(blocks.assign({.K = &one, .D = &other, .d = 1}),
                    Contains("needs every block of the second"));
  CHECK_NOTHROW(blocks.assign({.K = &one, .D = &one, .d = 1}));
}

TEST_CASE("a symmetric product with a sum of matrices needs no assembled sum") {
  std::mt19937 random(11);
  SymmetricProduct product;
  for (const std::string& set : instruction_sets())
    for (const bool skew : {false, true}) {
      const InstructionSetGuard guard(set);
      const int nodes = 9, n = 3 * nodes;
      const Mat K = random_blocks(nodes, nodes, skew, random);
      Mat D = K;
      D.coeffs() *= 0.5;
      D.coeffs() += 0.25 * K.coeffs().square();
      const Vec m = Vec::LinSpaced(n, 1, 2), x = Vec::Random(n);
      for (const bool damped : {false, true}) {
        CAPTURE(set, skew, damped);
        product.assign(
            {.K = &K, .k = 0.3, .D = damped ? &D : nullptr, .d = -0.7, .diagonal = &m, .m = 1.5});
        Eigen::MatrixXd S = 0.3 * K.toDense();
        if (damped) S -= 0.7 * D.toDense();
        S.diagonal() += 1.5 * m;
        Vec y;
        Work work;
        product.times(x, y, work);
        CHECK((y - S * x).cwiseAbs().maxCoeff() <= 1e-13 * nodes);
        for (int row = 0; row < nodes; ++row)
          CHECK((product.diagonal_block(row) - S.block<3, 3>(3 * row, 3 * row))
                    .cwiseAbs()
                    .maxCoeff() <= 1e-14);
      }
    }
}

TEST_CASE("a symmetric product takes the present entries of K") {
  std::mt19937 random(3);
  Mat K = random_blocks(6, 6, true, random);
  SymmetricProduct product;
  Vec y;
  Work work;
  const Vec x = Vec::Random(18);
  for (const std::string& set : instruction_sets())
    for (int pass = 0; pass < 2; ++pass) {
      const InstructionSetGuard guard(set);
      product.assign(K, 3);
      product.times(x, y, work);
      CHECK((y - K * x).cwiseAbs().maxCoeff() <= 1e-14 * K.coeffs().cwiseAbs().sum());
      K.coeffs() *= -3;
    }
}

TEST_CASE("a matrix without blocks is refused by the symmetric product") {
  SymmetricProduct product;
  Mat K(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) K.insert(i, j) = 1;
  K.makeCompressed();
  CHECK_THROWS_WITH(product.assign(K, 3), Contains("share their columns"));
  CHECK_THROWS_WITH(product.assign(Mat(4, 4), 3), Contains("4 rows"));
  CHECK_THROWS_WITH(product.assign(Mat(4, 4), 2), Contains("block size 2"));
}

}  // namespace symmetric_product_tests
