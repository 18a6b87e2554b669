// What the tables of Runge-Kutta methods claim, by algebra alone. Every row of every list is
// tested.

#include "integrators/contract/stability.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/rows.hpp"
#include "tests/integrators/tableaus/order_conditions.hpp"

#include <Eigen/LU>
#include <arkode/arkode_butcher_dirk.h>
#include <catch2/catch.hpp>

#include <complex>
#include <functional>

namespace claims_tests {

using namespace stiffbench;

namespace {

using Complex = std::complex<long double>;

/// R(z) = 1 + z b' (I - z A)^-1 1, as it is written.
Complex stability(const LongTable& table, Complex z) {
  using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;
  const Eigen::Index s = table.stages();
  const Matrix system = Matrix::Identity(s, s) - z * table.A.cast<Complex>();
  // Row exchanges would lose the digits of explicit tables at large z.
  if (Matrix(table.A.cast<Complex>().triangularView<Eigen::Upper>()).isZero(0)) {
    const Matrix k = system.triangularView<Eigen::UnitLower>().solve(Matrix::Ones(s, 1));
    return Complex(1) + z * table.b.cast<Complex>().cwiseProduct(k).sum();
  }
  const Matrix k = system.partialPivLu().solve(Matrix::Ones(s, 1));
  return Complex(1) + z * table.b.cast<Complex>().cwiseProduct(k).sum();
}

long double excess(const LongTable& table, long double y) {
  return std::abs(stability(table, {0, y})) - 1;
}

StabilityFunction stability_function(const LongTable& table) {
  return {table.A.cast<double>(), table.b.cast<double>()};
}

void each_table(const std::function<void(const LongTable&)>& visit) {
  each_row(tableaus::explicit_rows, visit);
  each_row(tableaus::dirk_rows, visit);
  each_row(tableaus::collocation_rows, visit);
}

}  // namespace

TEST_CASE("explicit tables have the order they claim, and no more") {
  each_row(tableaus::explicit_rows, [](const LongTable& table) {
    INFO(table.name);
    check_order(table);
    for (int i = 0; i < table.stages(); ++i)
      for (int j = i; j < table.stages(); ++j) CHECK(table.A(i, j) == 0);
  });
}

TEST_CASE("diagonally implicit tables have the order they claim, and no more") {
  each_row(tableaus::dirk_rows, [](const LongTable& table) {
    INFO(table.name);
    check_order(table);
    for (int i = 0; i < table.stages(); ++i) {
      CHECK(table.A(i, i) >= 0);  // no pole to the left
      for (int j = i + 1; j < table.stages(); ++j) CHECK(table.A(i, j) == 0);
    }
  });
}

TEST_CASE("tables of stages that depend on each other have the order they claim, and no more") {
  each_row(tableaus::collocation_rows, [](const LongTable& table) {
    INFO(table.name);
    check_order_by_assumptions(table);
  });
}

TEST_CASE("Gauss' tables have twice as many orders as stages, and are symplectic") {
  const auto check = [](const LongTable& table) {
    INFO(table.name);
    CHECK(table.order == 2 * table.stages());
    const Assumptions met = assumptions(table);
    CHECK((met.stages == table.stages() && met.adjoint == table.stages()));
    for (int i = 0; i < table.stages(); ++i)
      for (int j = 0; j < table.stages(); ++j)
        CHECK(std::abs(table.b[i] * table.A(i, j) + table.b[j] * table.A(j, i) -
                       table.b[i] * table.b[j]) <= 1e-16);
  };
  check(tableaus::gauss4);
  check(tableaus::gauss6);
}

TEST_CASE("stiff accuracy, and the stability function as it is written") {
  each_table([](const LongTable& table) {
    INFO(table.name);
    CHECK(table.stiffly_accurate == table.claims.stiffly_accurate);
    const Complex far = stability(table, -1e9L);
    if (std::isinf(table.claims.at_infinity))
      CHECK(std::abs(far) > 1e8L);
    else
      CHECK(std::abs(far - static_cast<long double>(table.claims.at_infinity)) <= 1e-7);
    // The cancellation of large coefficients (dop853) loses a digit.
    const long double digits = table.A.cwiseAbs().maxCoeff() < 10 ? 1e-13L : 1e-12L;
    const StabilityFunction R = stability_function(table);
    for (Complex z : {Complex(0, 0.01L), Complex(0, 3), Complex(-2, 5), Complex(-1e3L, 1e4L),
                      Complex(0.2L, -0.1L)})
      CHECK(std::abs(R.at(z) - stability(table, z)) <=
            digits * std::max(1.L, std::abs(stability(table, z))));
  });
}

TEST_CASE("properties of the stability functions are as claimed") {
  each_table([](const LongTable& table) {
    INFO(table.name);
    const auto& claims = table.claims;
    const StabilityProperties measured = stability_function(table).properties();
    const auto close = [](double value) { return Approx(value).epsilon(1e-8).margin(1e-14); };
    CHECK(measured.at_infinity == close(claims.at_infinity));
    CHECK(measured.a_stable == claims.a_stable);
    CHECK(measured.y_stable == close(claims.y_stable));
    CHECK(measured.l_stable == claims.l_stable());
    CHECK(measured.linear_order >= table.order);
    CHECK(measured.dissipation_order == claims.dissipation_order);
    CHECK(measured.dissipation == close(claims.dissipation));
    CHECK(measured.dispersion_order == claims.dispersion_order);
    CHECK(measured.dispersion == close(claims.dispersion));
  });
}

TEST_CASE("no oscillation grows that is claimed not to, and slow ones change as claimed") {
  each_table([](const LongTable& table) {
    INFO(table.name);
    const auto& claims = table.claims;
    for (long double y = 1e-2L; y < 1e6L; y *= 1.02L) {
      const bool bounded = excess(table, y) <= 1e-15L;
      if (bounded != (y <= claims.y_stable))
        FAIL("|R(iy)| - 1 = " << excess(table, y) << " at " << y);
      if (claims.dissipation == 0 && std::abs(excess(table, y)) > 1e-15L) FAIL("y = " << y);
    }
    // The constants, from values of R: y is small, and the next term (y^2 more) is removed. High
    // powers need a larger y, or round-off hides them.
    const auto constant = [](auto&& value, int power) {
      const long double y = power < 9 ? 0.02L : 0.5L;
      const auto rough = [&](long double at) { return value(at) / std::pow(at, power); };
      return static_cast<double>((4 * rough(y) - rough(2 * y)) / 3);
    };
    if (claims.dissipation != 0)
      CHECK(
          constant([&](long double y) { return excess(table, y); }, claims.dissipation_order + 1) ==
          Approx(claims.dissipation).epsilon(claims.dissipation_order < 8 ? 1e-3 : 0.05));
    CHECK(constant(
              [&](long double y) {
                return std::arg(stability(table, {0, y})) - y;
              },
              claims.dispersion_order + 1) ==
          Approx(claims.dispersion).epsilon(claims.dispersion_order < 8 ? 1e-3 : 0.05));
  });
}

TEST_CASE("methods that are one on linear problems") {
  for (long double y : {0.1L, 1.L, 10.L, 1000.L}) {
    const Complex z(0.1L, y);
    CHECK(std::abs(stability(tableaus::sdirk2, z) - stability(tableaus::tr_bdf2, z)) <= 1e-15L);
    CHECK(std::abs(stability(tableaus::sdirk_nc34, z) - stability(tableaus::sdirk3345, z)) <=
          1e-15L);
    const Complex half = stability(tableaus::implicit_midpoint, z / 2.L);
    CHECK(std::abs(stability(tableaus::ilddirk22, z) - half * half) <= 1e-15L);
  }
}

TEST_CASE("tr_bdf2 is SUNDIALS' table of that name") {
  ARKodeButcherTable theirs = ARKodeButcherTable_LoadDIRK(ARKODE_TRBDF2_3_3_2);
  for (int i = 0; i < 3; ++i) {
    // Their main method is the embedded one of order 3; the last stage is that of order 2.
    CHECK(tableaus::tr_bdf2.c[i] == Approx(theirs->c[i]).epsilon(1e-15));
    for (int j = 0; j < 3; ++j)
      CHECK(tableaus::tr_bdf2.a[i][j] == Approx(theirs->A[i][j]).epsilon(1e-15));
  }
  ARKodeButcherTable_Free(theirs);
}

}  // namespace claims_tests
