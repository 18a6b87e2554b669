// Tests of kept factors that are copied to single precision (LinearSolver::solve_roughly()).

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace copied_factors_tests {

using namespace stiffbench;

namespace {

std::shared_ptr<const Problem> cube() {
  return ProblemRegistry::instance().make("rotating_cube", {{"cells", 6L}});
}

/// Runs so many stages of so many solves each, with one factor; returns the last estimated error.
double stages(StageMatrix& matrix, const State& u, int count, int solves) {
  const Vec right = Vec::LinSpaced(u.x.size(), -1, 1);
  Vec x;
  for (int stage = 0; stage < count; ++stage) {
    matrix.begin_stage();
    for (int solve = 0; solve < solves; ++solve) REQUIRE(matrix.solve(right, {}, u, x).ok());
  }
  return matrix.solve_error();
}

}  // namespace

TEST_CASE("copies of a factor pause while stages take more solves with them", "[newton]") {
  const auto problem = cube();
  const CountedProblem counted(*problem);
  const State u = problem->start();
  StageMatrix matrix;
  matrix.init(counted, UpdateSolver::cholesky);
  matrix.evaluate_damping(u);
  matrix.evaluate_stiffness(u);
  REQUIRE(matrix.factorize({1, 0, 1e-4}, HessianCorrection::mass_shift, u).ok());
  CHECK(stages(matrix, u, 4, 2) == 0);  // exact ones, for comparison
  CHECK(stages(matrix, u, 4, 2) > 0);
  CHECK(stages(matrix, u, 8, 3) == 0);
  CHECK(stages(matrix, u, 20, 3) > 0);  // exact stages have taken as many since
}

TEST_CASE("copies of a factor leave Newton's tolerance and a second run unchanged", "[newton]") {
  const auto problem = cube();
  const CountedProblem counted(*problem);
  const auto run = [&](AnyIntegrator& method) {
    method->init(counted, 1. / 600);
    State u = problem->start();
    for (int step = 0; step < 30; ++step) REQUIRE(method->step(u).ok());
    return u;
  };
  const auto make = [](const char* solver) {
    return IntegratorRegistry::instance().make(
        "implicit_midpoint", {{"linear_solver", std::string(solver)}, {"tolerance", 1e-12}});
  };
  AnyIntegrator copied = make("cholesky"), exact = make("first_order");
  const State u = run(copied), again = run(copied), w = run(exact);
  CHECK((u.x - w.x).norm() <= 1e-11 * (w.x - problem->start().x).norm());
  CHECK((u.v - w.v).norm() <= 1e-11 * w.v.norm());
  CHECK((u.x == again.x && u.v == again.v));
}

}  // namespace copied_factors_tests
