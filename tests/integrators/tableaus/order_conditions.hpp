#pragma once

#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/runge_kutta.hpp"

#include <vector>

namespace stiffbench {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// A row of any number of stages, in extended precision: what is said of it is compiled once.
struct LongTable {
  template <int S>
  LongTable(const Tableau<S>& row)
      : LongTable(row.name, row.order, row.stiffly_accurate(), row.claims, matrix_of(row.a),
                  vector_of(row.b), vector_of(row.c)) {}
  LongTable(const char* of_name, int of_order, bool is_stiffly_accurate,
            const StabilityClaims& of_claims, const Eigen::MatrixXd& a_ij,
            const Eigen::VectorXd& b_i, const Eigen::VectorXd& c_i);

  int stages() const { return static_cast<int>(b.size()); }

  const char* name;
  int order;
  bool stiffly_accurate;
  StabilityClaims claims;
  LongMatrix A;
  LongVector b, c;
};

long double largest(const std::vector<long double>& misses);

/// Checks the conditions of the order that the table claims, and that it has no more.
void check_order(const LongTable& table);

/// How far a table meets Butcher's simplifying assumptions (DOI 10.1090/S0025-5718-1964-0159424-9)
/// B(quadrature), C(stages) and D(adjoint).
struct Assumptions {
  int quadrature = 0, stages = 0, adjoint = 0;

  int order() const;
};

Assumptions assumptions(const LongTable& table);
void check_order_by_assumptions(const LongTable& table);

}  // namespace stiffbench
