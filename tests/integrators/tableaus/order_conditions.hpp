#pragma once

#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/runge_kutta.hpp"
#include "problems/contract/state.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

namespace stiffbench {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

inline long double largest(const std::vector<long double>& misses) {
  long double most = 0;
  for (long double miss : misses) most = std::max(most, std::abs(miss));
  return most;
}

/// The largest violation of the conditions of one order (Hairer, Norsett, Wanner, table II.2.2).
template <int S>
long double violation(const Tableau<S>& table, int order) {
  const LongMatrix A = matrix_of(table.a).template cast<long double>();
  const LongVector b = vector_of(table.b).template cast<long double>(),
                   c = vector_of(table.c).template cast<long double>();
  const LongVector c2 = c.cwiseAbs2(), c3 = c2.cwiseProduct(c), Ac = A * c;
  if (order == 1)
    return largest({b.sum() - 1, LongVector(A.rowwise().sum() - c).cwiseAbs().maxCoeff()});
  if (order == 2) return largest({b.dot(c) - 1.L / 2});
  if (order == 3) return largest({b.dot(c2) - 1.L / 3, b.dot(Ac) - 1.L / 6});
  if (order == 4)
    return largest({b.dot(c3) - 1.L / 4, b.dot(c.cwiseProduct(Ac)) - 1.L / 8,
                    b.dot(A * c2) - 1.L / 12, b.dot(A * Ac) - 1.L / 24});
  return largest({b.dot(c2.cwiseAbs2()) - 1.L / 5});  // one of nine: enough to see that it fails
}

template <int S>
void check_order(const Tableau<S>& table) {
  for (int order = 1; order <= table.order; ++order) CHECK(violation(table, order) <= 1e-15L);
  CHECK(violation(table, table.order + 1) > 1e-3);  // no more than claimed
}

/// How far a table meets Butcher's simplifying assumptions (DOI 10.1090/S0025-5718-1964-0159424-9)
/// B(quadrature), C(stages) and D(adjoint).
struct Assumptions {
  int quadrature = 0, stages = 0, adjoint = 0;

  int order() const { return std::min({quadrature, stages + adjoint + 1, 2 * stages + 2}); }
};

template <int S>
Assumptions assumptions(const Tableau<S>& table) {
  const LongMatrix A = matrix_of(table.a).template cast<long double>();
  const LongVector b = vector_of(table.b).template cast<long double>(),
                   c = vector_of(table.c).template cast<long double>();
  Assumptions met;
  LongVector power = LongVector::Ones(S);  // c^(k-1)
  for (int k = 1; k <= 2 * S; ++k, power = power.cwiseProduct(c)) {
    const auto meets = [&](int& assumption, const LongVector& violation) {
      if (assumption == k - 1 && violation.cwiseAbs().maxCoeff() <= 1e-15L) assumption = k;
    };
    meets(met.quadrature, LongVector::Constant(1, b.dot(power) - 1.L / k));
    meets(met.stages, A * power - power.cwiseProduct(c) / k);
    meets(met.adjoint, A.transpose() * b.cwiseProduct(power) -
                           b.cwiseProduct(LongVector::Ones(S) - power.cwiseProduct(c)) / k);
  }
  return met;
}

template <int S>
void check_order_by_assumptions(const Tableau<S>& table) {
  const Assumptions met = assumptions(table);
  CHECK(met.order() == table.order);
  CHECK(met.quadrature == table.order);
  const LongVector b = vector_of(table.b).template cast<long double>(),
                   c = vector_of(table.c).template cast<long double>();
  const LongVector power = c.array().pow(static_cast<long double>(table.order));
  CHECK(std::abs(b.dot(power) - 1.L / (table.order + 1)) > 1e-4L);  // no more than claimed
}

}  // namespace stiffbench
