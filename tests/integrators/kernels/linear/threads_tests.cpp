// Products have the same digits with any number of threads. Sweeps of a recurrence are in
// block_sweep_tests.cpp.

#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/kernels/linear/vectors/padded_vectors.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/integrators/instruction_set_guard.hpp"
#include "tests/integrators/kernels/linear/random_blocks.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace threads_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

constexpr int nodes = 3000, n = 3 * nodes;

}  // namespace

TEST_CASE("parts of half a matrix reach no farther than into the next one") {
  std::mt19937 random(3);
  for (const int band : {1, 20, 700}) {
    HalfBlocks half;
    half.assign(random_blocks(nodes, band, false, random));
    const auto& ends = half.part_ends();
    CAPTURE(band);
    REQUIRE(ends.back() == nodes);
    CHECK(ends.size() == (band == 700 ? 5 : 8));
    for (std::size_t part = 0; part + 1 < ends.size(); ++part)
      CHECK(half.reach(ends[part] - 1) < ends[part + 1]);
  }
}

TEST_CASE("padded vectors hold what was set, in chunks for any number of threads") {
  constexpr int rows = 20000;  // of blocks, for two threads at least
  Vec x(3 * rows), y;
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
  with_any_threads([&] {
    PaddedVectors v;
    v.resize(3 * rows, 3);
    v.set(2, 2 * x);
    v.set(0, x);
    y.resize(3 * rows);
    v.get(2, y);
    CHECK(y == 2 * x);
    v.get(1, y);
    CHECK(y.isZero(0));
    Vec all = Eigen::Map<const Vec>(v.data(), 4 * Eigen::Index(v.places()) * rows);
    v.set_zero();
    CHECK(Eigen::Map<const Vec>(v.data(), all.size()).isZero(0));
    return all;
  });
}

TEST_CASE("products have the same digits with any number of threads") {
  std::mt19937 random(8);
  const Vec x = random_vector(n, 5);
  Vectors X(n, 5);
  X.setRandom();
  Work work;
  for (const int band : {20, 700}) {
    CAPTURE(band);
    const Mat K = random_blocks(nodes, band, true, random);
    const Vec exact = K * x;
    const Vectors exact_of_several = K * X;
    Vec y;
    Vectors Y;
    with_any_threads([&] {
      multiply(K, 3, x, y, work);
      return y;
    });
    CHECK((y - exact).norm() < 1e-12 * exact.norm());
    for (const std::string& set : instruction_sets()) {
      CAPTURE(set);
      const InstructionSetGuard guard(set);
      SymmetricProduct half;
      with_any_threads([&] {
        half.assign(K, 3);
        half.times(x, y, work);
        return y;
      });
      CHECK((y - exact).norm() < 1e-12 * exact.norm());
      with_any_threads([&] {
        half.times(X, Y, work);
        return Y;
      });
      CHECK((Y - exact_of_several).norm() < 1e-12 * exact_of_several.norm());
    }
  }
}

}  // namespace threads_tests
