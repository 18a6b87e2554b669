#include "integrators/kernels/iterative/domains.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace stiffbench {
namespace {

constexpr int least_rows = 2000, most_ranges = 8;

/// Returns the first row of each range but the first. Each is, of the rows within a quarter of a
/// range from the even cut, one that the fewest rows separate from the next ones, and the nearest
/// to the cut of these.
std::vector<int> cuts(int ranges, const std::vector<int>& ends, const int* columns) {
  const auto rows = static_cast<int>(ends.size());
  std::vector<int> beyond(ends.size());  // rows from each one to the last that an earlier one joins
  for (int row = 0, farthest = 0; row < rows; ++row) {
    beyond[static_cast<std::size_t>(row)] = std::max(farthest - row + 1, 0);
    const int end = ends[static_cast<std::size_t>(row)];
    if (end > 0) farthest = std::max(farthest, columns[end - 1]);
  }
  std::vector<int> first;
  for (int range = 1; range < ranges; ++range) {
    const int even = static_cast<int>(static_cast<long>(rows) * range / ranges),
              slack = rows / ranges / 4;
    int best = even;
    for (int row = even - slack; row <= even + slack; ++row) {
      const int gain =
          beyond[static_cast<std::size_t>(best)] - beyond[static_cast<std::size_t>(row)];
      if (gain > 0 || (gain == 0 && std::abs(row - even) < std::abs(best - even))) best = row;
    }
    first.push_back(best);
  }
  return first;
}

/// Marks the rows that have an entry in an earlier range, in a row that is not marked itself.
std::vector<bool> separator_of(const std::vector<int>& last_rows, const std::vector<int>& ends,
                               const int* columns) {
  std::vector<bool> is_between(ends.size());
  int row = 0, at = 0;
  for (const int last : last_rows)
    for (; row < last; ++row) {
      const int end = ends[static_cast<std::size_t>(row)];
      if (is_between[static_cast<std::size_t>(row)]) at = end;
      for (; at < end; ++at)
        if (columns[at] >= last) is_between[static_cast<std::size_t>(columns[at])] = true;
    }
  return is_between;
}

}  // namespace

Domains divide(const std::vector<int>& ends, const int* columns) {
  const auto rows = static_cast<int>(ends.size());
  Domains all;
  all.order.resize(ends.size());
  std::iota(all.order.begin(), all.order.end(), 0);
  all.ends = {rows};
  const int ranges = std::min(rows / least_rows, most_ranges);
  if (ranges < 2) return all;
  std::vector<int> last_rows = cuts(ranges, ends, columns);
  last_rows.push_back(rows);
  const std::vector<bool> is_between = separator_of(last_rows, ends, columns);
  if (5 * std::ranges::count(is_between, true) >= rows) return all;
  std::ranges::stable_partition(
      all.order, [&](int row) { return !is_between[static_cast<std::size_t>(row)]; });
  all.ends.clear();
  int inside = 0, row = 0;
  for (const int last : last_rows) {
    for (; row < last; ++row)
      inside += static_cast<int>(!is_between[static_cast<std::size_t>(row)]);
    all.ends.push_back(inside);
  }
  return all;
}

}  // namespace stiffbench
