#pragma once

#include "integrators/tableaus/runge_kutta.hpp"
#include "problems/state.hpp"

#include <catch2/catch.hpp>

#include <vector>

namespace stiffbench {

/// The largest violation of the conditions of one order (Hairer, Norsett, Wanner, table II.2.2).
template <int S>
double violation(const Tableau<S>& table, int order) {
  Eigen::Matrix<double, S, S> A;
  Eigen::Matrix<double, S, 1> b, c;
  for (int i = 0; i < S; ++i) {
    b[i] = table.b[i];
    c[i] = table.c[i];
    for (int j = 0; j < S; ++j) A(i, j) = table.a[i][j];
  }
  const auto c2 = c.cwiseAbs2().eval(), c3 = c2.cwiseProduct(c).eval();
  const auto Ac = (A * c).eval();
  std::vector<double> misses;
  if (order == 1) misses = {b.sum() - 1, (A.rowwise().sum() - c).cwiseAbs().maxCoeff()};
  if (order == 2) misses = {b.dot(c) - 1. / 2};
  if (order == 3) misses = {b.dot(c2) - 1. / 3, b.dot(Ac) - 1. / 6};
  if (order == 4)
    misses = {b.dot(c3) - 1. / 4, b.dot(c.cwiseProduct(Ac)) - 1. / 8, b.dot(A * c2) - 1. / 12,
              b.dot(A * Ac) - 1. / 24};
  if (order == 5) misses = {b.dot(c2.cwiseAbs2()) - 1. / 5};
  double largest = 0;
  for (double miss : misses) largest = std::max(largest, std::abs(miss));
  return largest;
}

template <int S>
void check_order(const Tableau<S>& table) {
  for (int order = 1; order <= table.order; ++order) CHECK(violation(table, order) <= 1e-15);
  CHECK(violation(table, table.order + 1) > 1e-3);  // no more than claimed
  for (int i = 0; i < S; ++i)
    for (int j = i + 1; j < S; ++j) CHECK(table.a[i][j] == 0);
}

}  // namespace stiffbench
