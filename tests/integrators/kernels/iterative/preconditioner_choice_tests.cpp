#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/iterative/preconditioner_choice.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace preconditioner_choice_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

PreconditionerChoice choice(Preconditioner kind) {
  PreconditionerChoice result;
  result.init(kind);
  return result;
}

/// Solves once with a new matrix, in so many products by either preconditioner; returns true if the
/// factorization preconditioned.
bool solve(PreconditionerChoice& choice, long jacobi, long ic, double digits = 2) {
  choice.begin_matrix(true);
  if (choice.turns(0)) choice.set_factorized(true);
  choice.count(choice.is_factorized() ? ic : jacobi, digits);
  return choice.is_factorized();
}

}  // namespace

TEST_CASE("a named preconditioner is never another one", "[pcg]") {
  auto jacobi = choice(Preconditioner::block_jacobi), ic = choice(Preconditioner::block_ic);
  for (int matrix = 0; matrix < 3; ++matrix) {
    CHECK_FALSE(solve(jacobi, 1000, 10));
    CHECK_FALSE(jacobi.turns(1000));
    CHECK(solve(ic, 10, 10));
  }
  ic.begin_matrix(false);  // has no 3x3 blocks
  CHECK_FALSE(ic.turns(0));
}

TEST_CASE("auto factorizes where products pay for it, and stops where they do not", "[pcg]") {
  auto few = choice(Preconditioner::automatic);
  for (int matrix = 0; matrix < 20; ++matrix) CHECK_FALSE(solve(few, 40, 1));

  auto many = choice(Preconditioner::automatic);
  CHECK_FALSE(solve(many, 100, 10));
  for (int matrix = 0; matrix < 20; ++matrix) CHECK(solve(many, 100, 10));

  auto in_vain = choice(Preconditioner::automatic);
  CHECK_FALSE(solve(in_vain, 100, 60));
  CHECK(solve(in_vain, 100, 60));  // the trial
  for (int matrix = 0; matrix < 20; ++matrix) CHECK_FALSE(solve(in_vain, 100, 60));
}

TEST_CASE("auto tries the factorization in the middle of a long solve", "[pcg]") {
  auto automatic = choice(Preconditioner::automatic);
  automatic.begin_matrix(true);
  CHECK_FALSE(automatic.turns(191));
  REQUIRE(automatic.turns(192));
  automatic.count(192, 0.5);
  automatic.set_factorized(true);
  CHECK(automatic.iteration() == PreconditionerChoice::ic_iteration);
}

TEST_CASE("after a break-down the next trial waits", "[pcg]") {
  auto automatic = choice(Preconditioner::automatic);
  solve(automatic, 100, 10);
  automatic.begin_matrix(true);
  REQUIRE(automatic.turns(0));
  automatic.set_factorized(false);
  CHECK_FALSE(automatic.turns(1000));
  automatic.count(90, 2);
  automatic.begin_matrix(true);
  CHECK_FALSE(automatic.turns(0));  // 90 products: fewer than twice 48
  automatic.count(100, 2);
  automatic.begin_matrix(true);
  CHECK(automatic.turns(0));
}

TEST_CASE("a preconditioner may break down on every matrix", "[pcg]") {
  for (const auto kind : {Preconditioner::automatic, Preconditioner::block_ic}) {
    auto broken = choice(kind);
    int trials = 0;
    for (int matrix = 0; matrix < 100; ++matrix) {
      broken.begin_matrix(true);
      if (broken.turns(0)) {
        ++trials;
        broken.set_factorized(false);
        CHECK_FALSE(broken.turns(1'000'000));
      }
      broken.count(1'000'000, 2);
    }
    if (kind == Preconditioner::block_ic) CHECK(trials == 100);
    if (kind == Preconditioner::automatic) CHECK((trials > 10 && trials < 20));
  }
}

TEST_CASE("a preconditioner without effect is refused", "[options]") {
  const auto make = [](const std::string& name, const Settings& settings) {
    return IntegratorRegistry::instance().make(name, settings);
  };
  for (const auto& name : {"sdirk2"s, "a_1"s, "v_imex"s, "sbdf2"s, "ark436l2sa"s}) {
    INFO(name);
    for (const auto& solver : {"pcg"s, "auto"s})
      CHECK_NOTHROW(make(name, {{"linear_solver", solver}, {"preconditioner", "block_ic"s}}));
    CHECK_THROWS_WITH(
        make(name, {{"linear_solver", "cholesky"s}, {"preconditioner", "block_jacobi"s}}),
        Contains("preconditioner has no effect with linear_solver=cholesky") &&
            Contains("got preconditioner=block_jacobi; leave it out"));
    const auto fput = ProblemRegistry::instance().make("fput", {});
    const CountedProblem counted(*fput);
    CHECK_THROWS_WITH(make(name, {{"preconditioner", "block_ic"s}})->init(counted, 0.1),
                      Contains("block_ic needs a problem whose matrices consist of 3x3 blocks") &&
                          Contains("got blocks of 1"));
    CHECK_NOTHROW(make(name, {{"preconditioner", "block_jacobi"s}})->init(counted, 0.1));
  }
}

}  // namespace preconditioner_choice_tests
