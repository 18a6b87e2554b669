// What the tables of the diagonally implicit methods claim, by algebra alone.

#include "integrators/tableaus/dirk.hpp"
#include "order_conditions.hpp"

#include <arkode/arkode_butcher_dirk.h>

#include <complex>

using namespace stiffbench;

namespace {

using Complex = std::complex<long double>;

/// R(z) = 1 + z b' (I - z A)^-1 1, by forward substitution.
template <int S>
Complex stability(const Tableau<S>& table, Complex z) {
  std::array<Complex, S> k;
  Complex R = 1;
  for (int i = 0; i < S; ++i) {
    k[i] = 1;
    for (int j = 0; j < i; ++j) k[i] += z * static_cast<long double>(table.a[i][j]) * k[j];
    k[i] /= Complex(1) - z * static_cast<long double>(table.a[i][i]);
    R += z * static_cast<long double>(table.b[i]) * k[i];
  }
  return R;
}

template <int S>
long double excess(const DirkTableau<S>& table, long double y) {
  return std::abs(stability(table, {0, y})) - 1;
}

/// Its constant, with the next term (of y^2 more) removed.
template <int S>
long double dissipation(const DirkTableau<S>& table, long double y) {
  const int power = table.claims.dissipation_order + 1;
  const auto rough = [&](long double at) { return excess(table, at) / std::pow(at, power); };
  return (4 * rough(y) - rough(2 * y)) / 3;
}

/// Every table, one after the other.
void each_table(auto&& visit) {
  visit("implicit_euler", tableaus::implicit_euler);
  visit("implicit_midpoint", tableaus::implicit_midpoint);
  visit("trapezoidal", tableaus::trapezoidal);
  visit("sdirk2", tableaus::sdirk2);
  visit("sdirk3", tableaus::sdirk3);
  visit("tr_bdf2", tableaus::tr_bdf2);
  visit("tr_bdf2_b", tableaus::tr_bdf2_b);
}

}  // namespace

TEST_CASE("diagonally implicit tables have the order they claim, and no more") {
  each_table([](const char* name, const auto& table) {
    INFO(name);
    check_order(table);
    for (int i = 0; i < table.stages; ++i) CHECK(table.a[i][i] >= 0);  // no pole to the left
  });
}

TEST_CASE("stiff accuracy, and the stability function at infinity") {
  each_table([](const char* name, const auto& table) {
    INFO(name);
    CHECK(table.stiffly_accurate() == table.claims.stiffly_accurate);
    CHECK(std::abs(stability(table, -1e12L) - static_cast<long double>(table.claims.at_infinity)) <=
          1e-10);
    CHECK(table.claims.l_stable() == (std::abs(stability(table, -1e12L)) < 1e-10));
  });
}

TEST_CASE("no oscillation grows, and slow ones are damped as claimed") {
  each_table([](const char* name, const auto& table) {
    INFO(name);
    const auto& claims = table.claims;
    for (long double y = 1e-3L; y < 1e6L; y *= 1.01L) {
      const bool bounded = excess(table, y) <= 1e-17L;
      if (bounded != claims.a_stable) FAIL("|R(iy)| - 1 = " << excess(table, y) << " at " << y);
      if (claims.dissipation == 0 && std::abs(excess(table, y)) > 1e-15L) FAIL("y = " << y);
    }
    if (claims.dissipation != 0)
      CHECK(dissipation(table, 0.02L) ==
            Approx(claims.dissipation).epsilon(0).margin(1e-4 * std::abs(claims.dissipation)));
  });
}

TEST_CASE("tr_bdf2 damps as sdirk2 does, and is SUNDIALS' table of that name") {
  for (long double y : {0.1L, 1.L, 10.L, 1000.L})
    CHECK(std::abs(stability(tableaus::sdirk2, {0.1L, y}) -
                   stability(tableaus::tr_bdf2, {0.1L, y})) <= 1e-15L);
  ARKodeButcherTable theirs = ARKodeButcherTable_LoadDIRK(ARKODE_TRBDF2_3_3_2);
  for (int i = 0; i < 3; ++i) {
    // Their main method is the embedded one of order 3; the last stage is that of order 2.
    CHECK(tableaus::tr_bdf2.c[i] == Approx(theirs->c[i]).epsilon(1e-15));
    for (int j = 0; j < 3; ++j)
      CHECK(tableaus::tr_bdf2.a[i][j] == Approx(theirs->A[i][j]).epsilon(1e-15));
  }
  ARKodeButcherTable_Free(theirs);
}
