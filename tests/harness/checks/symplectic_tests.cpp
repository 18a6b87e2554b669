#include "harness/checks/growth.hpp"

#include <catch2/catch.hpp>

namespace symplectic_tests {

using namespace stiffbench;

namespace {

std::optional<bool> measured(const std::string& name, const Settings& settings = {}) {
  return is_symplectic(IntegratorRegistry::instance().make(name, settings));
}

}  // namespace

TEST_CASE("methods that theory knows as symplectic are measured so, and others are not") {
  for (const auto& name :
       {"symplectic_euler", "velocity_verlet", "implicit_midpoint", "gauss4", "gauss6", "yoshida4",
        "composition8", "trigonometric_b", "trigonometric_c", "respa", "mollified_respa"}) {
    INFO(name);
    CHECK(measured(name) == true);
  }
  // The trapezoidal rule is only conjugate to a symplectic method; discrete gradients conserve the
  // energy instead; filters b and c alone among a to g make trigonometric methods symplectic.
  for (const auto& name : {"explicit_euler", "rk4", "dop853", "trapezoidal", "discrete_gradient",
                           "avf", "bdf2", "radau_iia9", "trigonometric_a", "exprb42"}) {
    INFO(name);
    CHECK(measured(name) == false);
  }
}

TEST_CASE("methods that choose their steps have no symplectic map") {
  CHECK(measured("cvode_bdf") == std::nullopt);
}

}  // namespace symplectic_tests
