#include "integrators/kernels/iterative/domains.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

namespace domains_tests {

using namespace stiffbench;

namespace {

/// The pattern on and right of the diagonal of points that are joined to some next ones.
struct Pattern {
  template <class Joined>
  Pattern(int rows, const Joined& joined) {
    for (int i = 0; i < rows; ++i) {
      columns.push_back(i);
      for (const int j : joined(i))
        if (j < rows) columns.push_back(j);
      ends.push_back(static_cast<int>(columns.size()));
    }
  }
  Domains divided() const { return divide(ends, columns.data()); }
  int rows() const { return static_cast<int>(ends.size()); }
  std::vector<int> ends, columns;
};

Pattern grid(int rows, int width) {
  return Pattern(rows, [=](int i) {
    return i % width == width - 1 ? std::vector{i + width} : std::vector{i + 1, i + width};
  });
}

/// Checks that each row is in one place, that domains and separator are in order, and that no entry
/// joins two domains.
void check_sound(const Pattern& pattern, const Domains& found) {
  REQUIRE(found.ends.size() == 2);
  const auto begin = found.order.begin(), first = begin + found.ends[0],
             second = begin + found.ends[1];
  CHECK(std::is_sorted(begin, first));
  CHECK(std::is_sorted(first, second));
  CHECK(std::is_sorted(second, found.order.end()));
  std::vector<int> sorted = found.order, all(pattern.ends.size());
  std::ranges::sort(sorted);
  std::iota(all.begin(), all.end(), 0);
  REQUIRE(sorted == all);
  const auto domain_of = [&](int row) {
    const auto at = std::find(begin, found.order.end(), row);
    return at < first ? 0 : at < second ? 1 : 2;
  };
  long joined = 0;
  for (int row = 0, at = 0; row < pattern.rows(); ++row)
    for (; at < pattern.ends[static_cast<std::size_t>(row)]; ++at) {
      const int sum = domain_of(row) + domain_of(pattern.columns[static_cast<std::size_t>(at)]);
      joined += static_cast<long>(sum == 1);
    }
  CHECK(joined == 0);
}

}  // namespace

TEST_CASE("a matrix is cut into two domains that no entry joins", "[block_ic]") {
  const Pattern pattern = grid(5000, 40);
  const Domains found = pattern.divided();
  check_sound(pattern, found);
  CHECK(found.ends == std::vector{2500, 4960});  // one line of the grid lies between them
}

TEST_CASE("the cut lies between bodies where one ends near the middle", "[block_ic]") {
  // The middle, row 2500, is inside of the third body of 1000 rows and between bodies of 1250.
  for (const auto& [size, cut] : {std::pair{1250, 2500}, {1000, 2000}, {1100, 2200}}) {
    const Pattern pattern(5000, [size = size](int i) {
      return i % size == size - 1 ? std::vector<int>() : std::vector{i + 1};
    });
    const Domains found = pattern.divided();
    check_sound(pattern, found);
    CHECK(found.ends == std::vector{cut, 5000});  // no separator
  }
}

TEST_CASE("one far entry moves the cut no farther than it must", "[block_ic]") {
  // Four grids of 1250 rows, of which the first and the last touch at one point.
  const Pattern touching(5000, [](int i) {
    std::vector<int> joined;
    if (i % 1250 % 50 != 49) joined.push_back(i + 1);
    if (i % 1250 + 50 < 1250) joined.push_back(i + 50);
    if (i == 10) joined.push_back(4990);
    return joined;
  });
  const Domains found = touching.divided();
  check_sound(touching, found);
  CHECK(found.ends == std::vector{2500, 4999});
}

TEST_CASE("few rows, and rows whose neighbours are far, are one domain", "[block_ic]") {
  const Pattern few = grid(3999, 40), far = grid(5000, 600);
  for (const Pattern* pattern : {&few, &far}) {
    const Domains found = pattern->divided();
    CHECK(found.ends == std::vector{pattern->rows()});
    CHECK(std::ranges::is_sorted(found.order));
  }
  CHECK(grid(4000, 40).divided().ends.size() == 2);
  CHECK(grid(5000, 400).divided().ends.size() == 2);
}

}  // namespace domains_tests
