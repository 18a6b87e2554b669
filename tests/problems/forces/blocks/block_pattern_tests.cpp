#include "problems/forces/blocks/block_pattern.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <set>

namespace block_pattern_tests {

using namespace stiffbench;

namespace {

constexpr int vertices = 5000;

/// Pairs near each other and far apart, in either order, some of them several times.
std::vector<std::array<int, 2>> some_pairs() {
  std::mt19937 random(1);
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i < 4 * vertices; ++i) {
    const int a = int(random() % vertices);
    const int b = i % 2 == 0 ? int(random() % vertices) : std::min(a + 1, vertices - 1);
    if (a == b) continue;
    pairs.push_back({a, b});
    if (i % 5 == 0) pairs.push_back({b, a});
  }
  return pairs;
}

Eigen::VectorXi columns_of(const Mat& K) {
  return Eigen::Map<const Eigen::VectorXi>(K.innerIndexPtr(), K.nonZeros());
}

}  // namespace

TEST_CASE("a pattern has the blocks of its pairs, each once, with any number of threads",
          "[springs]") {
  const auto pairs = some_pairs();
  std::vector<std::set<int>> blocks(vertices);
  for (int vertex = 0; vertex < vertices; ++vertex) blocks[std::size_t(vertex)] = {vertex};
  for (const auto& [a, b] : pairs) {
    blocks[std::size_t(a)].insert(b);
    blocks[std::size_t(b)].insert(a);
  }
  std::vector<int> expected;
  for (const std::set<int>& row : blocks)
    for (int i = 0; i < 3; ++i)
      for (const int column : row)
        for (int j = 0; j < 3; ++j) expected.push_back(3 * column + j);
  test::with_any_threads([&] {
    const Mat pattern = block_pattern(vertices, pairs);
    CHECK(pattern.coeffs().isZero(0));
    CHECK(pattern.outerIndexPtr()[3 * vertices] == pattern.nonZeros());
    const Eigen::VectorXi columns = columns_of(pattern);
    CHECK(std::equal(expected.begin(), expected.end(), columns.begin(), columns.end()));
    Mat K(3, 3);
    copy_pattern(pattern, K);
    CHECK(columns_of(K) == columns);
    CHECK(std::equal(K.outerIndexPtr(), K.outerIndexPtr() + 3 * vertices + 1,
                     pattern.outerIndexPtr()));
    return columns;
  });
}

TEST_CASE("a pattern without a pair is the diagonal", "[springs]") {
  CHECK(block_pattern(2, {}).nonZeros() == 18);
  CHECK(block_pattern(0, {}).nonZeros() == 0);
}

}  // namespace block_pattern_tests
