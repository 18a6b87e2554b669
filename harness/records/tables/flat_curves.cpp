#include "harness/records/tables/flat_curves.hpp"

namespace stiffbench {

std::vector<const Row*> flat_at_largest_step(const std::vector<Row>& rows) {
  constexpr double largest_rise = 1.5;
  std::vector<const Row*> flat;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const Row &row = rows[i], &next = rows[i + 1];
    const bool is_first = i == 0 || !same_method(rows[i - 1], row);
    if (!is_first || !same_method(row, next) || !(row.step_or_tolerance > next.step_or_tolerance))
      continue;
    if (row.ok() && next.ok() && row.error && next.error &&
        *row.error <= largest_rise * *next.error)
      flat.push_back(&row);
  }
  return flat;
}

}  // namespace stiffbench
