#include "integrators/kernels/iterative/domains.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <random>

namespace domains_tests {

using namespace stiffbench;

namespace {

/// The pattern on and right of the diagonal of a grid of points that are joined to their next ones.
struct Grid {
  Grid(int rows, int width) {
    for (int i = 0; i < rows; ++i) {
      columns.push_back(i);
      if (i % width != width - 1 && i + 1 < rows) columns.push_back(i + 1);
      if (i + width < rows) columns.push_back(i + width);
      ends.push_back(static_cast<int>(columns.size()));
    }
  }
  std::vector<int> ends, columns;
};

/// Checks that each row is in one place, and that no entry joins two domains.
void check_sound(const std::vector<int>& ends, const std::vector<int>& columns,
                 const Domains& found) {
  std::vector<int> sorted = found.order;
  std::ranges::sort(sorted);
  std::vector<int> all(ends.size());
  std::iota(all.begin(), all.end(), 0);
  REQUIRE(sorted == all);
  REQUIRE(std::ranges::is_sorted(found.ends));
  std::vector<int> domain(ends.size(), -1);  // of each row; -1 in the separator
  for (int at = 0, number = 0; at < found.ends.back(); ++at) {
    while (at >= found.ends[static_cast<std::size_t>(number)]) ++number;
    domain[static_cast<std::size_t>(found.order[static_cast<std::size_t>(at)])] = number;
  }
  long joined = 0;
  for (std::size_t row = 0, at = 0; row < ends.size(); ++row)
    for (; at < static_cast<std::size_t>(ends[row]); ++at) {
      const int one = domain[row], other = domain[static_cast<std::size_t>(columns[at])];
      joined += static_cast<long>(one >= 0 && other >= 0 && one != other);
    }
  CHECK(joined == 0);
}

}  // namespace

TEST_CASE("a matrix is cut into domains that no entry joins", "[block_ic]") {
  const Grid grid(20000, 40);
  const Domains found = divide(grid.ends, grid.columns.data());
  check_sound(grid.ends, grid.columns, found);
  CHECK(found.ends.size() == 8);
  CHECK(20000 - found.ends.back() == 7 * 40);  // one line of the grid for each cut
  int begin = 0;
  for (const int end : found.ends) {
    CHECK(end - begin > 1500);
    begin = end;
  }
}

TEST_CASE("cuts lie between bodies where these are near to even cuts", "[block_ic]") {
  // Six bodies of 1100 rows: the even cuts, after 2200 and 4400 rows, lie between them.
  for (const int size : {1100, 900}) {
    std::vector<int> ends, columns;
    for (int i = 0; i < 6600; ++i) {
      columns.push_back(i);
      if (i % size != size - 1 && i != 6599) columns.push_back(i + 1);
      ends.push_back(static_cast<int>(columns.size()));
    }
    const Domains found = divide(ends, columns.data());
    check_sound(ends, columns, found);
    CHECK(found.ends.size() == 3);
    CHECK(found.ends.back() == 6600);  // no separator
  }
}

TEST_CASE("few rows, and rows whose neighbours are far, are one domain", "[block_ic]") {
  const Grid small(3999, 40);
  CHECK(divide(small.ends, small.columns.data()).ends == std::vector{3999});
  std::mt19937 random(5);
  std::vector<int> ends, columns;
  for (int i = 0; i < 5000; ++i) {
    columns.push_back(i);
    for (int k = 0; k < 4 && i < 4990; ++k)
      columns.push_back(columns.back() + 1 +
                        static_cast<int>(random() % 2) * (4990 - columns.back()) / 3);
    ends.push_back(static_cast<int>(columns.size()));
  }
  const Domains found = divide(ends, columns.data());
  CHECK(found.ends == std::vector{5000});
  CHECK(std::ranges::is_sorted(found.order));
}

}  // namespace domains_tests
