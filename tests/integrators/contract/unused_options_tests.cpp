// An option that the others leave without an effect is refused: a record would tell of it as if it
// had one. What cannot be told from the default passes.

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace unused_options_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

AnyIntegrator make(const std::string& name, const Settings& settings) {
  return IntegratorRegistry::instance().make(name, settings);
}

/// The integrators with a parameter that may have this value.
std::vector<std::string> names_with(const std::string& name, const Value& value) {
  std::vector<std::string> names;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    for (const auto& parameter : method->parameters())
      if (parameter.name == name && parameter.rule.holds(value))
        names.push_back(method->facts().name);
  return names;
}

/// The integrators of this suite with a parameter that may have this value.
std::vector<std::string> own_names_with(const std::string& name, const Value& value) {
  auto names = names_with(name, value);
  std::erase_if(names, [](const std::string& method) {
    return !IntegratorRegistry::instance().make(method)->facts().library.empty();
  });
  return names;
}

}  // namespace

TEST_CASE("without a symmetric matrix there is no correction to choose", "[options]") {
  for (const auto& name : own_names_with("forcing", 0.5)) {
    INFO(name);
    CHECK_NOTHROW(
        make(name, {{"linear_solver", "cholesky"s}, {"hessian_correction", "psd_projection"s}}));
    CHECK_NOTHROW(make(name, {{"linear_solver", "pcg"s}, {"hessian_correction", "none"s}}));
  }
  const auto names = own_names_with("linear_solver", "first_order"s);
  CHECK(names.size() > 10);
  for (const auto& name : names) {
    INFO(name);
    CHECK_NOTHROW(
        make(name, {{"linear_solver", "first_order"s}, {"hessian_correction", "mass_shift"s}}));
    for (const auto& correction : {"none"s, "psd_projection"s})
      CHECK_THROWS_WITH(
          make(name, {{"linear_solver", "first_order"s}, {"hessian_correction", correction}}),
          Contains("integrator '" + name + "'") &&
              Contains("hessian_correction has no effect with linear_solver=first_order") &&
              Contains("got hessian_correction=" + correction + "; leave one of the two out"));
  }
}

TEST_CASE("a factorization has no forcing term", "[options]") {
  const auto names = own_names_with("forcing", 0.5);
  CHECK(names.size() > 14);
  for (const auto& name : names) {
    INFO(name);
    for (const auto& solver : {"pcg"s, "auto"s})
      CHECK_NOTHROW(make(name, {{"linear_solver", solver}, {"forcing", 0.5}}));
    CHECK_NOTHROW(make(name, {{"forcing", 0.01}}));
    CHECK_NOTHROW(make(name, {{"forcing", 0.5}}));
    CHECK_THROWS_WITH(make(name, {{"linear_solver", "cholesky"s}, {"forcing", 0.5}}),
                      Contains("forcing has no effect with linear_solver=cholesky") &&
                          Contains("got forcing=0.5; leave it out, or give linear_solver=pcg"));
  }
  CHECK_THROWS_WITH(make("sdirk2", {{"linear_solver", "first_order"s}, {"forcing", 0.5}}),
                    Contains("no effect with linear_solver=first_order"));
  for (const std::string name : {"cvode_bdf", "arkode_dirk"}) {
    CHECK_NOTHROW(make(name, {{"forcing", 0.5}}));
    CHECK_THROWS_WITH(make(name, {{"linear_solver", "half_size"s}, {"forcing", 0.5}}),
                      Contains("integrator '" + name + "'") &&
                          Contains("got forcing=0.5 and linear_solver=half_size"));
    CHECK_NOTHROW(make(name, {{"preconditioner", "block_jacobi"s}}));
    CHECK_THROWS_WITH(make(name, {{"linear_solver", "klu"s}, {"preconditioner", "block_jacobi"s}}),
                      Contains("integrator '" + name + "'") &&
                          Contains("got preconditioner=block_jacobi and linear_solver=klu"));
  }
  for (const char* name : {"v_imex", "sbdf2", "cnab", "ark324l2sa"}) {
    CHECK_THROWS_WITH(make(name, {{"linear_solver", "cholesky"s}, {"tolerance", 1e-3}}),
                      Contains("got tolerance=0.001; leave it out, or give linear_solver=pcg"));
    CHECK_NOTHROW(make(name, {{"tolerance", 1e-3}, {"linear_solver", "pcg"s}}));
  }
}

TEST_CASE("a table has its order, and fixed steps have no tolerance", "[options]") {
  CHECK_THROWS_WITH(
      make("arkode_erk", {{"order", 2L}, {"table", "ARKODE_VERNER_8_5_6"s}}),
      Contains("a table has an order of its own; got table=ARKODE_VERNER_8_5_6 and order=2"));
  CHECK_NOTHROW(make("arkode_erk", {{"order", 2L}}));
  CHECK_NOTHROW(make("arkode_erk", {{"table", "ARKODE_VERNER_8_5_6"s}}));
  CHECK_THROWS_WITH(make("arkode_dirk", {{"newton_tolerance", 1e-3}}),
                    Contains("got newton_tolerance=0.001; leave it out, or give adaptive=false"));
  CHECK_NOTHROW(make("arkode_dirk", {{"newton_tolerance", 1e-3}, {"adaptive", false}}));
  for (const auto& name : names_with("adaptive", false)) {
    if (name.starts_with("petsc")) continue;
    INFO(name);
    CHECK_NOTHROW(make(name, {{"adaptive", false}}));
    CHECK_THROWS_WITH(make(name, {{"adaptive", false}, {"rtol", 1e-3}}),
                      Contains("no effect with adaptive=false; got rtol=0.001 and atol=0"));
  }
}

TEST_CASE("a_search refuses what its bounds and its decay leave without an effect", "[options]") {
  CHECK_THROWS_WITH(make("a_search", {{"alpha_max", -1.0}}),
                    Contains("got alpha_min=0 and alpha_max=-1; give both, the smaller one"));
  CHECK_NOTHROW(make("a_search", {{"alpha_min", -2.0}, {"alpha_max", -1.0}}));
  CHECK_THROWS_WITH(
      make("a_search", {{"ground_energy", 2.0}}),
      Contains("no effect without tau, schedule or first_share; got ground_energy=2"));
  CHECK_NOTHROW(make("a_search", {{"ground_energy", 2.0}, {"tau", 1.0}}));
  CHECK_NOTHROW(make("a_search", {{"ground_energy", 2.0}, {"first_share", 0.95}}));
}

TEST_CASE("a relative tolerance below the last digit of a double is refused", "[options]") {
  const auto names = names_with("tolerance", 1e-12);
  CHECK(names.size() > 20);
  for (const auto& name : names) {
    INFO(name);
    CHECK_THROWS_WITH(make(name, {{"tolerance", 1e-300}}),
                      Contains("'tolerance' must be above 1e-16 and below 1; got 1e-300"));
  }
}

}  // namespace unused_options_tests
