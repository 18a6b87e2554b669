#include "integrators/contract/registry.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace solver_choice_tests {

using namespace stiffbench;

namespace {

SolverChoice choice(UpdateSolver solver, double unknowns) {
  SolverChoice result;
  result.init(solver, static_cast<Eigen::Index>(unknowns));
  return result;
}

Work work_of(const Settings& cube, const std::string& solver) {
  const auto problem = ProblemRegistry::instance().make("rotating_cube", cube);
  AnyIntegrator method = IntegratorRegistry::instance().make(
      "implicit_euler", {{"linear_solver", solver}, {"tolerance", 1e-4}});
  const CountedProblem counted(*problem);
  method->init(counted, 1. / 30);
  State u = problem->start();
  for (int i = 0; i < 3; ++i) REQUIRE(method->step(u).ok());
  return counted.work();
}

}  // namespace

TEST_CASE("the work of a factorization is read from its table", "[pcg]") {
  for (const DirectWork& row : direct_work) {
    const auto work = direct_work_of(static_cast<Eigen::Index>(row.unknowns));
    REQUIRE(work);
    CHECK(work->factorization == Approx(row.factorization));
    CHECK(work->solve == Approx(row.solve));
  }
  const auto between = direct_work_of(10000);
  REQUIRE(between);
  CHECK(between->factorization > direct_work[2].factorization);
  CHECK(between->factorization < direct_work[3].factorization);
  CHECK_FALSE(direct_work_of(10));
  CHECK_FALSE(direct_work_of(1000000));
}

TEST_CASE("the choice of a solver goes by size and by products", "[pcg]") {
  CHECK(choice(UpdateSolver::pcg, 10).iterates());
  CHECK_FALSE(choice(UpdateSolver::pcg, 1e6).may_end());
  CHECK_FALSE(choice(UpdateSolver::cholesky, 1e6).iterates());
  CHECK_FALSE(choice(UpdateSolver::automatic, direct_work.front().unknowns - 1).iterates());
  CHECK(choice(UpdateSolver::automatic, direct_work.back().unknowns + 1).iterates());

  const DirectWork row = direct_work[1];
  SolverChoice automatic = choice(UpdateSolver::automatic, row.unknowns);
  REQUIRE((automatic.iterates() && automatic.may_end()));
  const long first = automatic.begin_solve();
  CHECK(first == std::lround(row.factorization + row.solve));
  automatic.count(first);  // what is left is what one more solve by factors takes
  CHECK(automatic.begin_solve() == Approx(row.solve).margin(1));
  automatic.count(first);
  CHECK(automatic.begin_solve() == 0);
  automatic.begin_matrix();
  CHECK(automatic.begin_solve() == first);
  automatic.end_iterations();
  CHECK_FALSE(automatic.iterates());
}

TEST_CASE("auto takes either solver, as Poisson's ratio has it", "[pcg]") {
  const Settings tiny{{"cells", 2L}}, cube{{"cells", 8L}},
      incompressible{{"cells", 8L}, {"poisson", 0.49}};
  CHECK(work_of(tiny, "auto").stiffness_times == 0);
  const Work iterated = work_of(cube, "auto");
  CHECK(iterated.factorize == 0);
  CHECK(iterated.stiffness_times == work_of(cube, "pcg").stiffness_times);
  const Work ended = work_of(incompressible, "auto");
  CHECK(ended.factorize > 0);
  CHECK(ended.stiffness_times > 0);
  CHECK(ended.stiffness_times < work_of(incompressible, "pcg").stiffness_times);
}

}  // namespace solver_choice_tests
