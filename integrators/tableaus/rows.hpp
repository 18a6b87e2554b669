#pragma once

#include "base/hash.hpp"
#include "integrators/contract/registry.hpp"

#include <span>
#include <tuple>

namespace stiffbench {

// Each family of methods has one header of tables, which ends with the list of its rows. The
// family's source file enrols an integrator for every row of that list, and the tests of its tables
// run over the same list. A new row therefore takes one edit, and none goes untested.

/// Calls visit(row) for every row of a family's list.
template <class... Rows>
constexpr void each_row(const std::tuple<const Rows&...>& rows, auto&& visit) {
  std::apply([&](const Rows&... row) { (visit(row), ...); }, rows);
}

/// The facts of the method that a row of this family, and of this group within it, describes.
template <class Row>
Facts facts_of(Family family, const Row& row, const char* group = "") {
  return {.name = row.name,
          .title = row.title,
          .doi = row.doi,
          .family = family,
          .stages = Row::stages,
          .group = group};
}

/// The hash of a row's coefficients. Title and claims have no effect on results and are left out.
template <class Row>
std::string hash_of_coefficients(const Row& row) {
  Hasher hasher;
  std::apply([&](const auto&... part) { (hasher.update(std::as_bytes(std::span(&part, 1))), ...); },
             row.coefficients());
  return hasher.hex();
}

/// Enrols the integrator Family<stages>(row) of every row. The code of each integrator is its
/// coefficients and the family's loop, with all that the header Family::source includes. The table
/// of rows is not part of that code, since only the caller includes it.
template <template <int> class Family, class... Rows>
bool enrol_rows(const std::tuple<const Rows&...>& rows) {
  each_row(rows, []<class Row>(const Row& row) {
    using Method = Family<Row::stages>;
    IntegratorRegistry::instance().add(
        any_integrator(Method(row)),
        {.file = Method::source.file_name(), .numbers = hash_of_coefficients(row)});
  });
  return true;
}

}  // namespace stiffbench
