#pragma once

#include "integrators/contract/claims.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "integrators/tableaus/rosenbrock.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/runge_kutta.hpp"

#include <span>
#include <utility>

namespace stiffbench {

/// The part of a Runge-Kutta matrix that a loop reads.
enum class Stages { explicit_steps, diagonally_implicit, coupled };

/// Returns the broken claims of a table. The order conditions have to hold up to the claimed order
/// and to fail for the next one; the claims about R(z) have to follow from the coefficients.
BrokenClaims broken_claims(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                           const Eigen::VectorXd& c, int order, Stages stages,
                           bool stiffly_accurate, const StabilityClaims& claims);
BrokenClaims broken_claims(const RosenbrockMatrices& table, int order,
                           const StabilityClaims& claims);
/// A result of the scheme with these terms of remainders has to have this order in the classical
/// theory and, where it is claimed (not 0), this one for stiff problems.
BrokenClaims broken_claims(const ExponentialScheme& scheme, std::span<const RemainderTerm> terms,
                           int order, int stiff_order);

/// The table with an explicit stage at the start before the others, which has the rest of the
/// weights.
Eigen::MatrixXd with_explicit_start(const Eigen::MatrixXd& a);
Eigen::VectorXd with_rest(const Eigen::VectorXd& b);

/// The broken claims of an embedded method: its order conditions, as above.
BrokenClaims broken_claims_of_embedded(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                       int order);
BrokenClaims broken_claims_of_embedded(const RosenbrockMatrices& table, int order);
BrokenClaims broken_claims_of_embedded(const ExponentialScheme& scheme,
                                       std::span<const RemainderTerm> terms, bool is_stiff,
                                       int order);

/// Adds the broken claims of a row's embedded method, which has this table, where it has one.
template <class Row, class... Table>
BrokenClaims with_embedded(BrokenClaims all, const Row& row, const Table&... table) {
  if (row.embedded.order > 0)
    for (const std::string& claim : broken_claims_of_embedded(table..., row.embedded.order))
      all.push_back("embedded method: " + claim);
  return all;
}

template <int S>
BrokenClaims broken_claims_of(const Tableau<S>& row, Stages stages) {
  const Eigen::MatrixXd a = matrix_of(row.a);
  const Eigen::VectorXd b = vector_of(row.embedded.b);
  BrokenClaims own = broken_claims(a, vector_of(row.b), vector_of(row.c), row.order, stages,
                                   row.stiffly_accurate(), row.claims);
  return stages == Stages::coupled
             ? with_embedded(std::move(own), row, with_explicit_start(a), with_rest(b))
             : with_embedded(std::move(own), row, a, b);
}
template <int S>
BrokenClaims broken_claims_of(const RosenbrockTableau<S>& row) {
  RosenbrockTableau<S> embedded = row;
  embedded.m = row.embedded.b;
  return with_embedded(broken_claims(RosenbrockMatrices(row), row.order, row.claims), row,
                       RosenbrockMatrices(embedded));
}
template <int S>
BrokenClaims broken_claims_of(const ExponentialTableau<S>& row) {
  const ExponentialScheme scheme(row);
  const bool is_stiff = row.stiff_order == row.order;
  return with_embedded(broken_claims(scheme, scheme.step_terms(), row.order, row.stiff_order), row,
                       scheme, std::span<const RemainderTerm>(row.embedded.terms), is_stiff);
}

/// Enrols the check of every row of a family's list.
template <class... Rows>
bool enrol_claims_of(const std::tuple<const Rows&...>& rows, auto... stages) {
  each_row(rows, [&](const auto& row) {
    enrol_claims(row.name, [&row, stages...] { return broken_claims_of(row, stages...); });
  });
  return true;
}

}  // namespace stiffbench
