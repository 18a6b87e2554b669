#include "integrators/registry.hpp"
#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/runge_kutta.hpp"
#include "tiny_problem.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;

namespace {

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

/// The stability function 1 + z b' (I - z A)^-1 1 where |z| is large.
template <int S>
double at_infinity(const Tableau<S>& table) {
  Eigen::Matrix<double, S, S> A;
  Eigen::Matrix<double, S, 1> b;
  for (int i = 0; i < S; ++i) {
    b[i] = table.b[i];
    for (int j = 0; j < S; ++j) A(i, j) = table.a[i][j];
  }
  const double z = -1e9;
  const auto I = Eigen::Matrix<double, S, S>::Identity();
  const Eigen::Matrix<double, S, 1> ones = Eigen::Matrix<double, S, 1>::Ones();
  return 1 + z * b.dot((I - z * A).partialPivLu().solve(ones));
}

}  // namespace

TEST_CASE("Runge-Kutta tables have the order they claim, and no more") {
  check_order(tableaus::explicit_euler);
  check_order(tableaus::rk4);
  check_order(tableaus::implicit_euler);
  check_order(tableaus::implicit_midpoint);
  check_order(tableaus::trapezoidal);
  check_order(tableaus::sdirk2);
}

TEST_CASE("stiff accuracy and the stability function at infinity") {
  CHECK(tableaus::implicit_euler.stiffly_accurate());
  CHECK(tableaus::sdirk2.stiffly_accurate());
  CHECK(tableaus::trapezoidal.stiffly_accurate());
  CHECK_FALSE(tableaus::implicit_midpoint.stiffly_accurate());
  CHECK(at_infinity(tableaus::implicit_euler) == Approx(0).margin(1e-8));
  CHECK(at_infinity(tableaus::sdirk2) == Approx(0).margin(1e-7));
  CHECK(at_infinity(tableaus::implicit_midpoint) == Approx(-1));
  CHECK(at_infinity(tableaus::trapezoidal) == Approx(-1));
}

TEST_CASE("the composition's weights are symmetric and their odd power sums vanish") {
  constexpr auto& weights = tableaus::suzuki_umeno8;
  double sums[4] = {};
  for (int i = 0; i < weights.stages; ++i) {
    CHECK(weights[i] == weights[weights.stages - 1 - i]);
    for (int k = 0; k < 4; ++k) sums[k] += std::pow(weights[i], 2 * k + 1);
  }
  CHECK(sums[0] == Approx(1).margin(1e-14));
  for (int k = 1; k < 4; ++k) CHECK(sums[k] == Approx(0).margin(1e-14));
}

TEST_CASE("the composition has order 8 on a nonlinear problem with a load in time") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  const auto at_end = [&](int steps) {
    AnyIntegrator method = IntegratorRegistry::instance().make("composition8");
    const CountedProblem counted(problem);
    method.init(counted, 2.0 / steps);
    State u = problem.start();
    for (int i = 0; i < steps; ++i) REQUIRE(method.step(u).ok());
    CHECK(counted.work().force == 15 * steps + 1);
    CHECK(u.t == Approx(2.25).epsilon(1e-15));
    return u;
  };
  const State fine = at_end(40);
  const auto error = [&](int steps) { return (at_end(steps).x - fine.x).norm(); };
  const double coarse = error(5), half = error(10);
  CHECK(half > 1e-11);  // above round-off
  CHECK(std::log2(coarse / half) == Approx(8).margin(0.5));
}
