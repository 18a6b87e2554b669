// The digits of the inextensible beam at t = 5 in arithmetic of 113 bits, beside those that the
// Test Set for IVP Solvers prints: a second writing of problems/inextensible_beam.cpp, integrated
// by the method of order 8 of DOP853 with steps that end where the load does.
//   build/release/benchmarks/bench_inextensible_beam_digits [STEPS]
// STEPS until t = pi, 3/5 as many from there to t = 5. The default of 20 000 takes minutes.

#include "integrators/tableaus/explicit.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace {

using Number = boost::multiprecision::cpp_bin_float_quad;
constexpr int n = 40;
using Links = std::array<Number, n>;

struct Motion {
  Links angle{}, rate{};
};

/// The entries of G^-1 on the diagonal; those beside it are -1.
int diagonal(int i) { return i == 0 ? 1 : i == n - 1 ? 3 : 2; }

/// Solves A theta'' = r - B theta'^2 by theta'' = C r + D w, C w = D r + theta'^2, where C and D
/// have the cosines and sines of the turns between neighbours.
Links accelerations(const Number& phi, const Motion& u) {
  std::array<Number, n - 1> c, s;
  for (int i = 0; i + 1 < n; ++i) {
    c[i] = cos(u.angle[i] - u.angle[i + 1]);
    s[i] = sin(u.angle[i] - u.angle[i + 1]);
  }
  Links r, w, pivot, result;
  for (int i = 0; i < n; ++i) {
    const Number before = i == 0 ? Number(-u.angle[0]) : u.angle[i - 1];
    const Number after = i + 1 == n ? u.angle[i] : u.angle[i + 1];
    r[i] = n * n *
           (n * n * (before - 2 * u.angle[i] + after) + phi * (cos(u.angle[i]) + sin(u.angle[i])));
  }
  for (int i = 0; i < n; ++i) {
    w[i] = u.rate[i] * u.rate[i];
    if (i + 1 < n) w[i] -= s[i] * r[i + 1];
    if (i > 0) w[i] += s[i - 1] * r[i - 1];
  }
  pivot[0] = diagonal(0);
  for (int i = 1; i < n; ++i) {
    const Number factor = c[i - 1] / pivot[i - 1];
    pivot[i] = diagonal(i) - factor * c[i - 1];
    w[i] += factor * w[i - 1];
  }
  w[n - 1] /= pivot[n - 1];
  for (int i = n - 2; i >= 0; --i) w[i] = (w[i] + c[i] * w[i + 1]) / pivot[i];
  for (int i = 0; i < n; ++i) {
    result[i] = diagonal(i) * r[i];
    if (i + 1 < n) result[i] -= c[i] * r[i + 1] + s[i] * w[i + 1];
    if (i > 0) result[i] -= c[i - 1] * r[i - 1] - s[i - 1] * w[i - 1];
  }
  return result;
}

void add(Motion& sum, const Number& factor, const Motion& slope) {
  for (int i = 0; i < n; ++i) {
    sum.angle[i] += factor * slope.angle[i];
    sum.rate[i] += factor * slope.rate[i];
  }
}

void integrate(Motion& u, const Number& start, const Number& end, long steps, bool is_loaded) {
  const auto& table = stiffbench::tableaus::dop853;
  constexpr int stages = 12;
  const Number h = (end - start) / steps;
  std::array<Motion, stages> slopes;
  for (long k = 0; k < steps; ++k) {
    for (int i = 0; i < stages; ++i) {
      Motion stage = u;
      for (int j = 0; j < i; ++j)
        if (table.a[i][j] != 0) add(stage, h * table.a[i][j], slopes[j]);
      const Number sine = sin(start + (k + Number(table.c[i])) * h);
      slopes[i] = {stage.rate, accelerations(is_loaded ? 1.5 * sine * sine : Number(0), stage)};
    }
    for (int i = 0; i < stages; ++i) add(u, h * table.b[i], slopes[i]);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const long steps = count > 1 ? std::atol(arguments[1]) : 20'000;
  if (count > 2 || steps < 5) {
    fmt::print(stderr, "STEPS is a whole number from 5 on; got {}; take 20000\n",
               count > 1 ? arguments[count - 1] : "");
    return 1;
  }
  const Number pi = acos(Number(-1));
  Motion u;
  integrate(u, 0, pi, steps, true);
  integrate(u, pi, 5, steps * 3 / 5, false);
  // By the numbers of the Test Set's 80 components.
  constexpr std::pair<int, double> printed[] = {
      {1, -.5792366591285007e-2}, {10, -.9119134654647947e-1}, {20, -.1483595472463012},
      {40, -.1767201761075488},   {41, .3747362681329794e-1},  {50, .5987609702624270},
      {80, 1.186724615113034}};
  fmt::print("component  printed               computed              relative difference\n");
  for (const auto& [component, digits] : printed) {
    const Number& value = component <= n ? u.angle[component - 1] : u.rate[component - n - 1];
    fmt::print("{:9}  {:20.16g}  {:20.16g}  {:.1e}\n", component, digits,
               static_cast<double>(value), std::abs(static_cast<double>(value / digits - 1)));
  }
}
