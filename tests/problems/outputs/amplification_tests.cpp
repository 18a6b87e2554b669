// What the oscillator's outputs say of maps whose eigenvalues are known by algebra.

#include "problems/contract/registry.hpp"
#include "problems/outputs/amplification.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <numbers>

namespace amplification_tests {

using namespace stiffbench;

namespace {

using Map = std::function<Eigen::Vector2d(const Eigen::Vector2d&)>;

/// The outputs after `steps` of a map of (x, v), for h = 1.
Settings after(double omega, double zeta, int steps, const Map& map) {
  Amplification outputs(omega, zeta);
  Eigen::Vector2d z(0.3, 0.7 * omega);
  for (int i = 0; i <= steps; ++i, z = map(z))
    outputs.see({double(i), Vec::Constant(1, z[0]), Vec::Constant(1, z[1])});
  return outputs.result();
}

double number(const Settings& result, const std::string& name) {
  return std::get<double>(result.at(name));
}

Map implicit_euler(double omega) {
  const double hb = omega * omega;
  return [hb](const Eigen::Vector2d& z) {
    const double v = (z[1] - hb * z[0]) / (1 + hb);
    return Eigen::Vector2d(z[0] + v, v);
  };
}

}  // namespace

TEST_CASE("implicit Euler's eigenvalues are (1 +- i h omega) / (1 + (h omega)^2)") {
  for (double omega : {0.05, 1.0, 40.0, 1e4}) {
    INFO(omega);
    const Settings seen = after(omega, 0, 24, implicit_euler(omega));
    const double radius = 1 / std::sqrt(1 + omega * omega);
    CHECK(number(seen, "spectral_radius") == Approx(radius).epsilon(1e-9));
    if (omega < std::numbers::pi) {
      CHECK(number(seen, "dissipation") == Approx(radius - 1).epsilon(1e-9));
      CHECK(number(seen, "dispersion") == Approx(std::atan(omega) / omega - 1).epsilon(1e-9));
    } else {
      CHECK(std::isnan(number(seen, "dissipation")));
    }
  }
}

TEST_CASE("a method that remembers: the second backward differentiation formula") {
  for (double omega : {0.3, 2.0, 50.0}) {
    INFO(omega);
    // y' = i omega y:  (3/2 - i omega) mu^2 - 2 mu + 1/2 = 0
    const std::complex<double> a(1.5, -omega), root = std::sqrt(4.0 - 2.0 * a);
    const double radius =
        std::max(std::abs((2.0 + root) / (2.0 * a)), std::abs((2.0 - root) / (2.0 * a)));
    std::complex<double> before = 1;
    bool first = true;
    const Settings seen = after(omega, 0, 24, [&](const Eigen::Vector2d& z) -> Eigen::Vector2d {
      const std::complex<double> y(omega * z[0], z[1]);
      const auto next =
          first ? y / std::complex<double>(1, omega)
                : (4.0 * y - before) / 3.0 / (1.0 + 2.0 / 3 * std::complex<double>(0, omega));
      before = y;
      first = false;
      return {next.real() / omega, next.imag()};
    });
    CHECK(number(seen, "spectral_radius") == Approx(radius).epsilon(1e-7));
  }
}

TEST_CASE("the exact flow of a damped oscillator has no error") {
  const double omega = 1.3, zeta = 0.2, w = omega * std::sqrt(1 - zeta * zeta);
  const Settings seen = after(omega, zeta, 24, [&](const Eigen::Vector2d& z) -> Eigen::Vector2d {
    const double b = (z[1] + zeta * omega * z[0]) / w, e = std::exp(-zeta * omega);
    const double c = std::cos(w), s = std::sin(w), x = e * (z[0] * c + b * s);
    return {x, e * w * (b * c - z[0] * s) - zeta * omega * x};
  });
  CHECK(number(seen, "spectral_radius") == Approx(std::exp(-zeta * omega)).epsilon(1e-12));
  CHECK(std::abs(number(seen, "dissipation")) < 1e-12);
  CHECK(std::abs(number(seen, "dispersion")) < 1e-12);
}

TEST_CASE("an overdamped oscillator has a growth, and no phase") {
  const double omega = 1.3, zeta = 2;
  // Both decays of the exact flow; the slower one stays.
  const double slow = omega * (zeta - std::sqrt(zeta * zeta - 1)),
               fast = omega * (zeta + std::sqrt(zeta * zeta - 1));
  const Settings seen = after(omega, zeta, 24, [&](const Eigen::Vector2d& z) -> Eigen::Vector2d {
    const double a = (z[1] + fast * z[0]) / (fast - slow), b = z[0] - a;
    const double p = a * std::exp(-slow), q = b * std::exp(-fast);
    return {p + q, -slow * p - fast * q};
  });
  CHECK(number(seen, "spectral_radius") == Approx(std::exp(-slow)).epsilon(1e-9));
  CHECK(std::isnan(number(seen, "dissipation")));
  CHECK(std::isnan(number(seen, "dispersion")));
}

TEST_CASE("one free point of a chain without a load has the outputs of an oscillator") {
  const auto outputs_of = [](const Settings& settings) {
    return ProblemRegistry::instance().make("forced_oscillator", settings)->outputs(0);
  };
  const std::vector<double> two{1, 1}, three{1, 1, 1};
  CHECK(outputs_of({{"masses", two}, {"load", 0.0}, {"beta", 3.0}}) != nullptr);
  CHECK(outputs_of({{"masses", two}, {"load", 1.0}}) == nullptr);
  CHECK(outputs_of({{"masses", three}, {"load", 0.0}}) == nullptr);
}

TEST_CASE("what is no linear map, and what is too short, has no numbers") {
  const auto bent = [](const Eigen::Vector2d& z) -> Eigen::Vector2d {
    return {z[0] + 0.1 * z[1], z[1] - 0.1 * z[0] * (1 + z[0] * z[0])};
  };
  CHECK(std::isnan(number(after(1, 0, 24, bent), "spectral_radius")));
  CHECK(std::isnan(number(after(1, 0, 11, implicit_euler(1)), "spectral_radius")));
  CHECK_FALSE(std::isnan(number(after(1, 0, 12, implicit_euler(1)), "spectral_radius")));
}

}  // namespace amplification_tests
