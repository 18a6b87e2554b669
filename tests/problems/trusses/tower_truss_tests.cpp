#include "base/error.hpp"
#include "problems/trusses/tower_truss.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace tower_truss_tests {

using namespace stiffbench;
using Eigen::Index;

namespace {

constexpr TowerShape paper{3, 18, 16, 40, 2};

/// How many nodes can be reached from the first one along bars.
std::size_t reached(const TowerTruss& truss) {
  std::vector<std::vector<int>> next(static_cast<std::size_t>(truss.nodes.cols()));
  for (const auto& bar : truss.bars.colwise()) {
    next[static_cast<std::size_t>(bar[0])].push_back(bar[1]);
    next[static_cast<std::size_t>(bar[1])].push_back(bar[0]);
  }
  std::set<int> seen{0};
  std::vector<int> open{0};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    for (const int other : next[static_cast<std::size_t>(at)])
      if (seen.insert(other).second) open.push_back(other);
  }
  return seen.size();
}

}  // namespace

TEST_CASE("the tower has the paper's 5000 nodes, in one piece", "[mesh][tower]") {
  const TowerTruss truss = tower_truss(paper);
  CHECK(truss.nodes.cols() == 5000);
  CHECK(reached(truss) == 5000);
  CHECK(truss.ground == 64);
  CHECK(truss.top == 4);
  CHECK(truss.nodes.leftCols(truss.ground).row(2).isZero(0));
  CHECK(truss.nodes(2, truss.ground) > 0);
  CHECK(truss.nodes.rightCols<4>().row(2) == Eigen::RowVector4d::Constant(324));
  CHECK(truss.nodes(2, truss.lower - 1) == Approx(121.7));
  CHECK(truss.nodes(2, truss.lower) > 122);
}

TEST_CASE("every bar of a tower stands once, and each is longer than nothing", "[mesh][tower]") {
  const TowerTruss truss = tower_truss(paper);
  std::set<std::pair<int, int>> once;
  double shortest = INFINITY, longest = 0;
  for (const auto& bar : truss.bars.colwise()) {
    once.insert(std::minmax(bar[0], bar[1]));
    const double length = (truss.nodes.col(bar[1]) - truss.nodes.col(bar[0])).norm();
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  CHECK(std::ssize(once) == truss.bars.cols());
  CHECK(shortest > 1);
  CHECK(longest < 100);  // across the first platform
}

// A cell has 12 edges and 12 diagonals of faces; a layer of n x n cells shares those between them.
TEST_CASE("a mast has the bars of its cells", "[mesh][tower]") {
  const TowerTruss mast = tower_truss({0, 0, 0, 1, 0});
  CHECK(mast.nodes.cols() == 4 * 5);
  CHECK(mast.bars.cols() == 6 * 5 + 12 * 4);  // levels, and between them
  CHECK(mast.lower == 12);
  CHECK(mast.top == 4);
}

TEST_CASE("a tower is its own mirror image", "[mesh][tower]") {
  const TowerTruss truss = tower_truss({2, 6, 5, 12, 7});
  REQUIRE(truss.nodes.cols() == 1000);
  const auto key = [](double x, double y, double z) {
    return std::array{std::lround(1e6 * x), std::lround(1e6 * y), std::lround(1e6 * z)};
  };
  std::set<std::array<long, 3>> nodes;
  for (const auto& X : truss.nodes.colwise()) nodes.insert(key(X[0], X[1], X[2]));
  CHECK(nodes.size() == 1000);
  for (const auto& X : truss.nodes.colwise()) {
    REQUIRE(nodes.contains(key(-X[0], X[1], X[2])));
    REQUIRE(nodes.contains(key(X[1], X[0], X[2])));
  }
}

TEST_CASE("layers that make no tower are refused", "[mesh][tower]") {
  const auto refused = Catch::Contains("a tower has legs of at least 1 cell");
  CHECK_THROWS_WITH(tower_truss({-1, 1, 1, 1, 0}), refused);
  CHECK_THROWS_WITH(tower_truss({1, 0, 1, 1, 0}), refused);
  CHECK_THROWS_WITH(tower_truss({0, 0, 1, 1, 0}), refused);
  CHECK_THROWS_WITH(tower_truss({1, 1, 1, 0, 0}), refused);
  CHECK_THROWS_WITH(tower_truss({1, 1, 1, 1, -1}), refused);
  CHECK_NOTHROW(tower_truss({1, 1, 1, 1, 0}));
}

}  // namespace tower_truss_tests
