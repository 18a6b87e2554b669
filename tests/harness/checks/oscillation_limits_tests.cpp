// Measured limits on undamped oscillations: against those that follow from a stability function,
// and against theory for methods without one.

#include "harness/checks/growth.hpp"
#include "harness/checks/oscillation_limits.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

namespace oscillation_limits_tests {

using namespace stiffbench;

namespace {

OscillationLimits limits_of(const std::string& name, const Settings& settings = {}) {
  return oscillation_limits(IntegratorRegistry::instance().make(name, settings));
}

}  // namespace

TEST_CASE("measured limits of oscillations are those of the stability function") {
  int bounded = 0, unbounded = 0;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const auto R = method->stability();
    if (!R || method->adaptive()) continue;
    const StabilityProperties declared = R->properties();
    const OscillationLimits measured = oscillation_limits(method);
    INFO(method->facts().name << ": stable up to " << measured.y_stable << ", declared "
                              << declared.y_stable << "; R(infinity) " << measured.at_infinity
                              << ", declared " << declared.at_infinity << measured.reason);
    REQUIRE(measured.reason.empty());
    if (std::isinf(declared.y_stable))
      CHECK(std::isinf(measured.y_stable));
    else
      CHECK(measured.y_stable == Approx(declared.y_stable).epsilon(1e-4));
    if (std::isinf(declared.at_infinity))
      CHECK(std::isinf(measured.at_infinity));
    else
      CHECK(measured.at_infinity == Approx(std::abs(declared.at_infinity)).margin(1e-3));
    ++(std::isinf(declared.y_stable) ? unbounded : bounded);
  }
  CHECK(bounded >= 5);
  CHECK(unbounded >= 20);
}

TEST_CASE("measured limits of methods without a stability function are those of theory") {
  const auto check = [](const std::string& name, double y, double at_infinity,
                        const Settings& settings = {}) {
    const OscillationLimits measured = limits_of(name, settings);
    INFO(name << ": " << measured.y_stable << ", " << measured.at_infinity << measured.reason);
    CHECK(measured.reason.empty());
    if (std::isinf(y))
      CHECK(std::isinf(measured.y_stable));
    else
      CHECK(measured.y_stable == Approx(y).epsilon(1e-4));
    if (std::isinf(at_infinity))
      CHECK(std::isinf(measured.at_infinity));
    else
      CHECK(measured.at_infinity == Approx(at_infinity).margin(1e-3));
  };
  constexpr double none = INFINITY;
  check("velocity_verlet", 2, none);
  check("symplectic_euler", 2, none);
  check("odeint_rk4", 2 * std::sqrt(2), none);
  check("newmark", none, 1);
  check("generalized_alpha", none, 0.8);
  check("generalized_alpha", none, 0.5, {{"rho_inf", 0.5}});
  check("bdf2", none, 0);
  check("trigonometric_b", none, 1);
  check("exprb43", none, 1);
}

TEST_CASE("a method that grows little with every step has no stable oscillations") {
  // |R| of Nystroem's method of order 5 is 1 + 2.7e-4 (h omega)^6, 1 + 3e-10 at h omega = 0.1.
  CHECK(limits_of("nystrom5").y_stable == 0);
  CHECK(limits_of("explicit_euler").y_stable == 0);
}

TEST_CASE("a window of growth ends the stable oscillations") {
  const AnyIntegrator method = IntegratorRegistry::instance().make("yoshida6");
  CHECK(oscillation_limits(method).y_stable == Approx(2.265).margin(0.01));
  CHECK(growth_of(method, 2.3).grows());
  CHECK_FALSE(growth_of(method, 2.5).grows());
}

TEST_CASE("methods without measured limits give the reason") {
  std::set<std::string> without;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name;
    if (name.starts_with("test_") || method->stability()) continue;
    const OscillationLimits limits = oscillation_limits(method);
    INFO(name << ": " << limits.reason);
    CHECK(limits.reason.empty() == !std::isnan(limits.y_stable));
    CHECK(limits.reason.empty() == !std::isnan(limits.at_infinity));
    if (method->adaptive())
      CHECK(limits.reason == "it chooses its own steps");
    else if (!limits.reason.empty())
      without.insert(name);
  }
  CHECK(without == std::set<std::string>{"a_search", "rkc2", "rkl2", "rock2", "rock4"});
}

TEST_CASE("stabilised methods have the real intervals of their papers, and others none") {
  const auto interval = [](const char* name) {
    return IntegratorRegistry::instance().make(name)->real_interval();
  };
  CHECK(interval("rkc2").value() == Approx(0.65).margin(0.01));
  CHECK(interval("rkl2").value() == Approx(0.5).margin(0.01));
  CHECK(interval("rock2").value() == Approx(0.80).margin(0.02));
  CHECK(interval("rock4").value() == Approx(0.353).margin(0.005));
  CHECK_FALSE(interval("rk4").has_value());
}

}  // namespace oscillation_limits_tests
