#pragma once

#include "integrators/contract/registry.hpp"

#include <tuple>

namespace stiffbench {

// Each family of methods has one header of tables, which ends with the list of its rows. The
// family's source file enrols an integrator for every row of that list, and the tests of its tables
// run over the same list: a row is one edit, and none goes untested.

/// Calls visit(row) for every row of a family's list.
template <class... Rows>
constexpr void each_row(const std::tuple<const Rows&...>& rows, auto&& visit) {
  std::apply([&](const Rows&... row) { (visit(row), ...); }, rows);
}

/// The description of the method that a row is.
template <class Row>
Facts facts_of(const Row& row) {
  return {.name = row.name, .title = row.title, .doi = row.doi, .stages = Row::stages};
}

/// Enrols the integrator Family<stages>(row) of every row.
template <template <int> class Family, class... Rows>
bool enrol_rows(const std::tuple<const Rows&...>& rows) {
  each_row(rows, []<class Row>(const Row& row) { enrol(Family<Row::stages>(row)); });
  return true;
}

}  // namespace stiffbench
