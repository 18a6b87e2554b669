#include "base/error.hpp"
#include "integrators/kernels/linear/multiply.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace multiply_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// Full 3x3 blocks at random places; every number of blocks in a row occurs, none included.
Mat block_matrix(int nodes, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j)
      if (random() % nodes < static_cast<unsigned>(i))
        for (int a = 0; a < 9; ++a)
          entries.emplace_back(3 * i + a / 3, 3 * j + a % 3, value(random));
  Mat K(3 * nodes, 3 * nodes);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

}  // namespace

TEST_CASE("the blocked product is the plain product, and both are counted") {
  std::mt19937 random(7);
  for (int nodes : {1, 2, 7, 20}) {
    const Mat K = block_matrix(nodes, random);
    const Vec x = Vec::Random(3 * nodes), plain = K * x;
    Vec y;
    Work work;
    // With blocks of 1, too, the digits depend on how the compiler fuses products and sums.
    for (const int block_size : {3, 1}) {
      multiply(K, block_size, x, y, work);
      CHECK((y - plain).cwiseAbs().maxCoeff() <= 1e-14 * nodes);
    }
    CHECK(work.stiffness_products == 2);
  }
}

TEST_CASE("a matrix without blocks is refused by the blocked product") {
  Vec y;
  Work work;
  const int lengths[][3] = {{1, 2, 3}, {3, 2, 3}, {3, 3, 2}, {2, 2, 2}};  // of its three rows
  for (const auto& length : lengths) {
    Mat K(3, 3);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < length[i]; ++j) K.insert(i, j) = 1;
    K.makeCompressed();
    CAPTURE(length[0], length[1], length[2]);
    CHECK_THROWS_WITH(multiply(K, 3, Vec::Ones(3), y, work), Contains("share their columns"));
  }
  CHECK_THROWS_WITH(multiply(Mat(4, 4), 3, Vec::Ones(4), y, work), Contains("4 rows"));
}

}  // namespace multiply_tests
