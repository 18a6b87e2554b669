#include "integrators/kernels/iterative/domains.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace stiffbench {
namespace {

constexpr int least_rows = 4000;

std::size_t place(int row) { return static_cast<std::size_t>(row); }

/// Returns the first row behind the cut: of the rows within an eighth of the middle one with the
/// smallest separator, and of these the nearest to the middle.
int find_cut(const std::vector<int>& ends, const int* columns) {
  const auto rows = static_cast<int>(ends.size());
  std::vector<int> first(ends.size());  // the first row with an entry in each column
  std::iota(first.begin(), first.end(), 0);
  for (int row = 0, at = 0; row < rows; ++row)
    for (; at < ends[place(row)]; ++at)
      first[place(columns[at])] = std::min(first[place(columns[at])], row);
  // A row j is in the separator of all cuts above first[j] and up to j.
  std::vector<int> change(ends.size() + 1);
  for (int row = 0; row < rows; ++row) {
    ++change[place(first[place(row)] + 1)];
    --change[place(row + 1)];
  }
  const int middle = rows / 2, slack = rows / 8;
  int best = middle, least = rows, separator = 0;
  for (int row = 0; row <= middle + slack; ++row) {
    separator += change[place(row)];
    const bool is_nearer = std::abs(row - middle) < std::abs(best - middle);
    if (row >= middle - slack && (separator < least || (separator == least && is_nearer))) {
      best = row;
      least = separator;
    }
  }
  return best;
}

}  // namespace

Domains divide(const std::vector<int>& ends, const int* columns) {
  const auto rows = static_cast<int>(ends.size());
  Domains all;
  all.order.resize(ends.size());
  std::iota(all.order.begin(), all.order.end(), 0);
  all.ends = {rows};
  if (rows < least_rows) return all;
  const int cut = find_cut(ends, columns);
  std::vector<bool> is_between(ends.size());
  for (int at = 0; at < ends[place(cut - 1)]; ++at)
    if (columns[at] >= cut) is_between[place(columns[at])] = true;
  const auto separator = static_cast<int>(std::ranges::count(is_between, true));
  if (10L * separator >= rows) return all;
  const auto behind = all.order.begin() + cut;
  std::stable_partition(behind, all.order.end(), [&](int row) { return !is_between[place(row)]; });
  all.ends = {cut, rows - separator};
  return all;
}

}  // namespace stiffbench
