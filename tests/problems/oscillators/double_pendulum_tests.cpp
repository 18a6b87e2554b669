#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numbers>

namespace double_pendulum_tests {

using namespace stiffbench;

namespace {

/// Angles and their rates of a double pendulum of two rigid rods, m = L = 1, g = 9.81.
using Angles = std::array<double, 4>;

Angles rate(const Angles& y) {
  const auto [a, b, va, vb] = y;
  constexpr double g = 9.81;
  const double c = std::cos(a - b), s = std::sin(a - b), det = 2 - c * c,
               f1 = -s * vb * vb - 2 * g * std::sin(a), f2 = s * va * va - g * std::sin(b);
  return {va, vb, (f1 - c * f2) / det, (2 * f2 - c * f1) / det};
}

/// The angles after a time, by the classical method of Runge and Kutta.
Angles rigid(Angles y, double time, int steps) {
  const double h = time / steps;
  const auto moved = [](Angles from, const Angles& k, double by) {
    for (std::size_t i = 0; i < 4; ++i) from[i] += by * k[i];
    return from;
  };
  for (int n = 0; n < steps; ++n) {
    const Angles k1 = rate(y), k2 = rate(moved(y, k1, h / 2)), k3 = rate(moved(y, k2, h / 2)),
                 k4 = rate(moved(y, k3, h));
    for (std::size_t i = 0; i < 4; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

}  // namespace

TEST_CASE("the elastic double pendulum tends to the rigid one as omega^-2") {
  constexpr double time = 0.8, degree = std::numbers::pi / 180;
  const Angles y = rigid({90 * degree, 120 * degree, 0, 0}, time, 2000);
  const Eigen::Vector4d end(std::sin(y[0]), -std::cos(y[0]), std::sin(y[0]) + std::sin(y[1]),
                            -std::cos(y[0]) - std::cos(y[1]));
  const auto distance = [&](double omega, int steps) {
    const auto problem = ProblemRegistry::instance().make("double_pendulum", {{"omega", omega}});
    return (test::run(test::make("gauss6"), *problem, time / steps, steps).x - end).norm();
  };
  const double order = std::log2(distance(200, 2000) / distance(400, 4000));
  CHECK(order == Approx(2).margin(0.3));
}

}  // namespace double_pendulum_tests
