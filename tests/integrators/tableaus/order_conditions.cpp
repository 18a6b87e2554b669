#include "tests/integrators/tableaus/order_conditions.hpp"

#include "integrators/tableaus/check/order_conditions.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace stiffbench {
namespace {

/// The largest violation of the conditions of one order (Hairer, Norsett, Wanner, table II.2.2).
long double violation(const LongTable& table, int order) {
  const LongMatrix& A = table.A;
  const LongVector &b = table.b, &c = table.c;
  const LongVector c2 = c.cwiseAbs2(), c3 = c2.cwiseProduct(c), Ac = A * c;
  if (order == 1)
    return largest({b.sum() - 1, LongVector(A.rowwise().sum() - c).cwiseAbs().maxCoeff()});
  if (order == 2) return largest({b.dot(c) - 1.L / 2});
  if (order == 3) return largest({b.dot(c2) - 1.L / 3, b.dot(Ac) - 1.L / 6});
  if (order == 4)
    return largest({b.dot(c3) - 1.L / 4, b.dot(c.cwiseProduct(Ac)) - 1.L / 8,
                    b.dot(A * c2) - 1.L / 12, b.dot(A * Ac) - 1.L / 24});
  return std::abs(most_missed({A, A, b}, order).off);  // by the product's trees
}

}  // namespace

LongTable::LongTable(const char* of_name, int of_order, bool is_stiffly_accurate,
                     const StabilityClaims& of_claims, const Eigen::MatrixXd& a_ij,
                     const Eigen::VectorXd& b_i, const Eigen::VectorXd& c_i)
    : name(of_name),
      order(of_order),
      stiffly_accurate(is_stiffly_accurate),
      claims(of_claims),
      A(a_ij.cast<long double>()),
      b(b_i.cast<long double>()),
      c(c_i.cast<long double>()) {}

long double largest(const std::vector<long double>& misses) {
  long double most = 0;
  for (long double miss : misses) most = std::max(most, std::abs(miss));
  return most;
}

void check_order(const LongTable& table) {
  const long double size = std::max(1.L, table.A.cwiseAbs().maxCoeff());
  for (int order = 1; order <= table.order; ++order)
    CHECK(violation(table, order) <= size * 1e-15L);
  // No more than claimed: high orders have small conditions.
  CHECK(violation(table, table.order + 1) > (table.order < 5 ? 1e-3 : 1e-6));
}

int Assumptions::order() const {
  return std::min({quadrature, stages + adjoint + 1, 2 * stages + 2});
}

Assumptions assumptions(const LongTable& table) {
  const LongMatrix& A = table.A;
  const LongVector &b = table.b, &c = table.c;
  const LongVector ones = LongVector::Ones(table.stages());
  Assumptions met;
  LongVector power = ones;  // c^(k-1)
  for (int k = 1; k <= 2 * table.stages(); ++k, power = power.cwiseProduct(c)) {
    const auto meets = [&](int& assumption, const LongVector& violation) {
      if (assumption == k - 1 && violation.cwiseAbs().maxCoeff() <= 1e-15L) assumption = k;
    };
    meets(met.quadrature, LongVector::Constant(1, b.dot(power) - 1.L / k));
    meets(met.stages, A * power - power.cwiseProduct(c) / k);
    meets(met.adjoint,
          A.transpose() * b.cwiseProduct(power) - b.cwiseProduct(ones - power.cwiseProduct(c)) / k);
  }
  return met;
}

void check_order_by_assumptions(const LongTable& table) {
  const Assumptions met = assumptions(table);
  CHECK(met.order() == table.order);
  CHECK(met.quadrature == table.order);
  const LongVector power = table.c.array().pow(static_cast<long double>(table.order));
  CHECK(std::abs(table.b.dot(power) - 1.L / (table.order + 1)) >
        (table.order < 7 ? 1e-4L : 1e-7L));  // no more than claimed
}

}  // namespace stiffbench
