#include "integrators/kernels/linear/tall_products.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace tall_products_tests {

using namespace stiffbench;
using test::with_any_threads;

TEST_CASE("products with long vectors have the same digits with any number of threads") {
  for (const int rows : {7, 4096, 40001}) {
    CAPTURE(rows);
    // A part of a larger matrix, as a basis that grows is.
    const Eigen::MatrixXd all = Eigen::MatrixXd::Random(rows + 3, 9);
    const auto V = all.block(0, 2, rows, 5);
    const Vec w = Vec::Random(rows), z = Vec::Random(5);
    Vec h(5), y(rows);
    with_any_threads([&] {
      transposed_times(V, w, h);
      return h;
    });
    const Eigen::MatrixXd columns = V;
    for (int i = 0; i < 5; ++i) {
      long double sum = 0;
      for (int row = 0; row < rows; ++row) sum += static_cast<long double>(V(row, i)) * w[row];
      CHECK(std::abs(h[i] - static_cast<double>(sum)) < 1e-15 * rows);
    }
    with_any_threads([&] { return inner_product(w, V.col(1)); });
    CHECK(std::abs(inner_product(w, V.col(1)) - h[1]) < 1e-15 * rows);
    with_any_threads([&] {
      tall_times(V, z, y);
      return y;
    });
    CHECK((y - columns * z).lpNorm<Eigen::Infinity>() < 1e-14);
    with_any_threads([&] {
      Vec left = w;
      subtract_times(V, z, left);
      return left;
    });
    Vec left = w;
    subtract_times(V, z, left);
    CHECK((left + y - w).lpNorm<Eigen::Infinity>() < 1e-14);
  }
}

}  // namespace tall_products_tests
