#include "base/error.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// Symmetric, full 3x3 blocks at random places; some diagonal blocks are missing.
Mat symmetric_blocks(int nodes, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j <= i; ++j) {
      if (random() % nodes < static_cast<unsigned>(j)) continue;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < (i == j ? a + 1 : 3); ++b) {
          const double entry = value(random);
          entries.emplace_back(3 * i + a, 3 * j + b, entry);
          if (3 * i + a != 3 * j + b) entries.emplace_back(3 * j + b, 3 * i + a, entry);
        }
    }
  Mat K(3 * nodes, 3 * nodes);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

}  // namespace

TEST_CASE("a symmetric product with several vectors is the plain product, each counted") {
  std::mt19937 random(7);
  SymmetricProduct product;  // one for all: what an earlier matrix left must not matter
  for (int nodes : {20, 1, 2, 7}) {
    const Mat K = symmetric_blocks(nodes, random);
    for (int block_size : {3, 1}) {
      product.assign(K, block_size);
      Work work;
      const Vec x = Vec::Random(3 * nodes);
      Vec y = Vec::Ones(2);
      product.times(x, y, work);
      CHECK((y - K * x).cwiseAbs().maxCoeff() <= 1e-14 * nodes);
      CHECK(work.stiffness_times == 1);
      for (int m = 0; m <= 9; ++m) {
        const Vectors X = Vectors::Random(3 * nodes, m);
        Vectors Y = Vectors::Ones(3 * nodes, m);
        work = {};
        product.times(X, Y, work);
        CAPTURE(nodes, block_size, m);
        CHECK(work.stiffness_times == m);
        REQUIRE(Y.cols() == m);
        if (m > 0) CHECK((Y - K * X).cwiseAbs().maxCoeff() <= 1e-14 * nodes);
      }
    }
  }
}

TEST_CASE("a symmetric product takes the present entries of K") {
  std::mt19937 random(3);
  Mat K = symmetric_blocks(6, random);
  SymmetricProduct product;
  Vec y;
  Work work;
  const Vec x = Vec::Random(18);
  for (int pass = 0; pass < 2; ++pass) {
    product.assign(K, 3);
    product.times(x, y, work);
    CHECK((y - K * x).cwiseAbs().maxCoeff() <= 1e-12);
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
