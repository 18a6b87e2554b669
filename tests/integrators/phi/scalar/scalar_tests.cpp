#include "integrators/phi/scalar/mode_phi.hpp"
#include "integrators/phi/scalar/stumpff.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"

#include <catch2/catch.hpp>

namespace scalar_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

/// phi_k of one 2 x 2 matrix in extended precision.
LongMatrix block_phi(double z, double lambda, double d, int k) {
  LongMatrix w = LongMatrix::Zero(12, 12);
  const long double lz = z;
  w.block(0, 0, 2, 2) << 0, lz, -lz * lambda, -lz * d;
  w.block(0, 2, 2, 2) = LongMatrix::Identity(2, 2);
  for (int i = 1; i < 5; ++i) w.block(2 * i, 2 * i + 2, 2, 2) = LongMatrix::Identity(2, 2);
  const LongMatrix all = exponential(w);
  return all.block(0, 2 * k, 2, 2);
}

}  // namespace

TEST_CASE("phi functions of a damped mode keep their digits, critical and overdamped ones too") {
  const double z = 0.5;
  for (double s : {1e-9, 1e-3, 0.4, 2.9, 3.1, 20.0, 1e3})  // z d / 2
    // s^2 - z^2 lambda, relative to s^2 + 1: the double root, next to it and far from it
    for (double gap : {0.0, 1e-12, -1e-12, 1e-4, -1e-4, 0.3, -0.3, 0.9999, 1.0, 1.5, -40.0}) {
      const double d = 2 * s / z, lambda = (s * s - gap * (s * s + 1)) / (z * z);
      if (s > 100 && gap > 1) continue;  // exponential growth that no double holds
      const auto mode = phi::mode_phi(z, lambda, d, phi::max_k);
      double factorial = 1;
      for (int k = 0; k <= phi::max_k; factorial *= ++k) {
        const LongMatrix exact = block_phi(z, lambda, d, k);
        INFO("phi_" << k << ", z d / 2 = " << s << ", gap " << gap);
        const double frequency = std::sqrt(std::abs(lambda)),
                     growth = std::max(1.0, static_cast<double>(exact.cwiseAbs().maxCoeff()) *
                                                factorial / std::max(1.0, frequency)),
                     allowed = 3e-14 * growth / factorial * std::max(1.0, z * frequency / 20);
        CHECK(std::abs(mode.xx[k] - static_cast<double>(exact(0, 0))) < allowed);
        CHECK(std::abs(mode.vv[k] - static_cast<double>(exact(1, 1))) < allowed);
        CHECK(std::abs(z * mode.off[k] - static_cast<double>(exact(0, 1))) *
                  std::max(frequency, 1 / z) <
              3 * allowed);
      }
    }
}

TEST_CASE("Stumpff functions keep their digits on both sides of the switch, and for either sign") {
  for (double y : {-800.0, -9.001, -8.999, -0.3, -1e-9, 0.0, 1e-9, 1e-3, 0.7, 8.999, 9.001, 4e4})
    for (int top = 1; top <= phi::max_stumpff; ++top) {
      double c[phi::max_stumpff + 1];
      phi::stumpff(y, top, c);
      // c_k by the upward recurrence with 64 bits; by its first terms where that would cancel
      const long double root = std::sqrt(std::abs(static_cast<long double>(y)));
      long double exact[phi::max_stumpff + 1] = {y < 0 ? std::cosh(root) : std::cos(root),
                                                 y < 0   ? std::sinh(root) / root
                                                 : y > 0 ? std::sin(root) / root
                                                         : 1};
      long double factorial = 1;
      for (int k = 0; k <= top; ++k) {
        if (k > 1) factorial *= k;
        if (std::abs(y) < 1) {
          long double term = 1 / factorial;
          exact[k] = 0;
          for (int j = 1; j < 20; ++j) {
            exact[k] += term;
            term *= -static_cast<long double>(y) / ((2 * j + k - 1) * (2 * j + k));
          }
        } else if (k > 1) {
          exact[k] = (k * (k - 1) / factorial - exact[k - 2]) / y;
        }
        INFO("c_" << k << "(" << y << "), top " << top);
        const double scale =
            std::max(1 / static_cast<double>(factorial), std::abs(static_cast<double>(exact[k])));
        CHECK(std::abs(static_cast<double>(exact[k] - c[k])) < 4e-15 * scale);
      }
    }
}

}  // namespace scalar_tests
