#pragma once

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/imex.hpp"

namespace stiffbench {

/// The coefficients of an additive Runge-Kutta method.
struct AdditiveTable {
  Eigen::MatrixXd a_explicit, a_implicit;
  Eigen::VectorXd b, c;

  template <int S>
  explicit AdditiveTable(const ImexTableau<S>& row)
      : a_explicit(matrix_of(row.a_explicit)),
        a_implicit(matrix_of(row.a_implicit)),
        b(vector_of(row.b)),
        c(vector_of(row.c)) {}
};

/// Returns the broken claims of an additive Runge-Kutta method: the conditions of all trees whose
/// vertices belong to either part have to hold up to the claimed order, at most 4, and to fail for
/// the next one. Both parts share weights and nodes, and the implicit diagonal is constant.
BrokenClaims broken_claims(const AdditiveTable& table, int order);
inline BrokenClaims broken_claims_of_embedded(const AdditiveTable& table, int order) {
  return broken_claims(table, order);
}
template <int S>
BrokenClaims broken_claims_of(const ImexTableau<S>& row) {
  ImexTableau<S> embedded = row;
  embedded.b = row.embedded.b;
  return with_embedded(broken_claims(AdditiveTable(row), row.order), row, AdditiveTable(embedded));
}

}  // namespace stiffbench
