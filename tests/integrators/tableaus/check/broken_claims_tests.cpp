// Rows that are not what they claim are found, each fault by itself, and every row of the program
// is what it claims.

#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/check/order_conditions.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/explicit.hpp"

#include <catch2/catch.hpp>

namespace broken_claims_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::string words_of(const BrokenClaims& broken) {
  std::string words;
  for (const auto& line : broken) words += line + "\n";
  return words;
}

}  // namespace

TEST_CASE("every row of every family is what it claims") {
  int rows = 0;
  for (auto& method : IntegratorRegistry::instance().all())
    if (const auto broken = broken_claims(method->facts().name)) {
      INFO(method->facts().name << "\n" << words_of(*broken));
      CHECK(broken->empty());
      ++rows;
    }
  CHECK(rows >= 20);
  CHECK_FALSE(broken_claims("velocity_verlet"));
}

TEST_CASE("a Runge-Kutta row with one thing wrong says which") {
  const auto faults = [](auto row, Stages stages, auto&& plant) {
    plant(row);
    return words_of(broken_claims_of(row, stages));
  };
  const auto dirk = [&](auto&& plant) {
    return faults(tableaus::sdirk2, Stages::diagonally_implicit, plant);
  };
  CHECK(dirk([](auto&) {}).empty());
  CHECK_THAT(dirk([](auto& row) { row.b[0] += 1e-6; }),
             Contains("order 2 is claimed, and the condition . of order 1 is off by 1e-06"));
  CHECK_THAT(dirk([](auto& row) { row.a[1][1] += 1e-6; }), Contains("a row of a and its c differ"));
  CHECK_THAT(dirk([](auto& row) {
               row.a[0][1] = 1e-3;
               row.c[0] += 1e-3;
             }),
             Contains("no stage reads it"));
  CHECK_THAT(dirk([](auto& row) { row.order = 1; }), Contains("all conditions of order 2 hold"));
  CHECK_THAT(dirk([](auto& row) { row.order = 3; }), Contains("of order 3 is off by"));
  CHECK_THAT(dirk([](auto& row) { row.claims.dissipation *= 1.001; }), Contains("dissipation is"));
  CHECK_THAT(dirk([](auto& row) { row.claims.dispersion_order = 4; }),
             Contains("dispersion_order is 2, and claimed 4"));
  CHECK_THAT(dirk([](auto& row) { row.claims.at_infinity = 1; }),
             Contains("R(inf) is 0, and claimed 1"));
  CHECK_THAT(dirk([](auto& row) { row.claims.y_stable = 2; }), Contains("y_stable is inf"));
  CHECK_THAT(dirk([](auto& row) { row.claims.stiffly_accurate = false; }),
             Contains("stiffly_accurate is true, and claimed false"));
  const auto runge_kutta = [&](auto&& plant) {
    return faults(tableaus::rk4, Stages::explicit_steps, plant);
  };
  CHECK(runge_kutta([](auto&) {}).empty());
  CHECK_THAT(runge_kutta([](auto& row) { row.claims.y_stable = 1e300; }),
             Contains("y_stable is 2.8"));
  CHECK_THAT(runge_kutta([](auto& row) { row.a[0][0] = row.c[0] = 0.1; }),
             Contains("no explicit stage reads it"));
  CHECK_THAT(faults(tableaus::gauss6, Stages::coupled, [](auto& row) { row.a[1][2] += 1e-9; }),
             Contains("off by"));
}

TEST_CASE("Rosenbrock and exponential rows with one thing wrong say which") {
  RosenbrockTableau rosenbrock = tableaus::ros3pl;
  rosenbrock.m[0] += 1e-9;
  CHECK_THAT(words_of(broken_claims_of(rosenbrock)), Contains("off by"));
  rosenbrock = tableaus::ros3pl;
  rosenbrock.claims.dispersion *= 2;
  CHECK_THAT(words_of(broken_claims_of(rosenbrock)), Contains("dispersion is"));
  ExponentialTableau exponential = tableaus::exprb42;
  exponential.later[0].phi_3 += 1e-9;
  CHECK_THAT(words_of(broken_claims_of(exponential)),
             Contains("the order for stiff problems is 2, and claimed 4"));
  ExponentialTableau classical = tableaus::epirk5p1;
  classical.couplings[1].c += 1e-9;  // in b_2, which the order for stiff problems does not read
  CHECK_THAT(words_of(broken_claims_of(classical)), Contains("the order is 3, and claimed 5"));
  classical = tableaus::epirk5p1;
  classical.stiff_order = 3;
  CHECK_THAT(words_of(broken_claims_of(classical)),
             Contains("the order for stiff problems is 2, and claimed 3"));
  ExponentialTableau starts = tableaus::epirk4s3b;
  starts.starts[1].c = 1;
  CHECK_THAT(words_of(broken_claims_of(starts)), Contains("the order is 3, and claimed 4"));
  ExponentialTableau embedded = tableaus::exprb43;
  embedded.embedded.terms[0].weight += 1e-9;
  CHECK_THAT(words_of(broken_claims_of(embedded)), Contains("embedded method: "));
  Tableau radau = tableaus::radau_iia5;
  radau.embedded.b[0] += 1e-9;
  CHECK_THAT(words_of(broken_claims_of(radau, Stages::coupled)), Contains("embedded method: "));
  Tableau dop853 = tableaus::dop853;
  CHECK(broken_claims_of(dop853, Stages::explicit_steps).empty());
  dop853.embedded.b[5] += 1e-9;
  CHECK_THAT(words_of(broken_claims_of(dop853, Stages::explicit_steps)),
             Contains("embedded method: "));
}

TEST_CASE("every rooted tree has its condition") {
  // The exact flow of y' = y, y(0) = 1, sees all tall trees; quadrature all bushy ones. Explicit
  // Euler, with Phi = 0 but for the root, is off by 1/gamma of the tree with the least density.
  const TreeWeights euler{TreeWeights::Matrix::Zero(1, 1), TreeWeights::Matrix::Zero(1, 1),
                          TreeWeights::Vector::Ones(1)};
  for (int order = 2; order <= 7; ++order) {
    const MissedCondition missed = most_missed(euler, order);
    INFO(missed.tree);
    CHECK(static_cast<double>(missed.off) == Approx(-1.0 / order));
    CHECK(missed.tree == "[" + std::string(static_cast<std::size_t>(order) - 1, '.') + "]");
  }
  CHECK(rooted_trees(8) == 115);
}

}  // namespace broken_claims_tests
