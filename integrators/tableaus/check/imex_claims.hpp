#pragma once

#include "integrators/contract/claims.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/imex.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// Returns the broken claims of an additive Runge-Kutta method: the conditions of all trees whose
/// vertices belong to either part have to hold up to the claimed order, at most 4, and to fail for
/// the next one. Both parts share weights and nodes, and the implicit diagonal is constant.
BrokenClaims broken_claims(const Eigen::MatrixXd& a_explicit, const Eigen::MatrixXd& a_implicit,
                           const Eigen::VectorXd& b, const Eigen::VectorXd& c, int order);

/// Enrols the check of every row of a family's list.
template <class... Rows>
bool enrol_imex_claims_of(const std::tuple<const Rows&...>& rows) {
  each_row(rows, [](const auto& row) {
    enrol_claims(row.name, [&row] {
      return broken_claims(matrix_of(row.a_explicit), matrix_of(row.a_implicit), vector_of(row.b),
                           vector_of(row.c), row.order);
    });
  });
  return true;
}

}  // namespace stiffbench
