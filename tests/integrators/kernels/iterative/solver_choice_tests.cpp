#include "integrators/contract/registry.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace solver_choice_tests {

using namespace stiffbench;

namespace {

constexpr double iteration = 1.3;

SolverChoice choice(UpdateSolver solver, double unknowns) {
  SolverChoice result;
  result.init(solver, static_cast<Eigen::Index>(unknowns));
  return result;
}

/// The graph of a cube of this many vertices along each edge.
BlockGraph cube_graph(int edge) {
  const auto problem =
      ProblemRegistry::instance().make("rotating_cube", {{"cells", static_cast<long>(edge - 1)}});
  return BlockGraph(problem->linear_stiffness());
}

Work work_of(const Settings& cube, const std::string& solver, double h = 1. / 30,
             const Settings& more = {}) {
  const auto problem = ProblemRegistry::instance().make("rotating_cube", cube);
  Settings settings{{"linear_solver", solver}, {"tolerance", 1e-4}};
  settings.insert(more.begin(), more.end());
  AnyIntegrator method = IntegratorRegistry::instance().make("implicit_euler", settings);
  const CountedProblem counted(*problem);
  method->init(counted, h);
  State u = problem->start();
  for (int i = 0; i < 3; ++i) REQUIRE(method->step(u).ok());
  return counted.work();
}

}  // namespace

TEST_CASE("Cholesky's method alone solves small systems, and a named solver all", "[pcg]") {
  CHECK(choice(UpdateSolver::pcg, 10).iterates());
  CHECK_FALSE(choice(UpdateSolver::pcg, 1e6).may_leave());
  CHECK_FALSE(choice(UpdateSolver::cholesky, 1e6).iterates());
  CHECK_FALSE(choice(UpdateSolver::automatic, 359).iterates());
  CHECK(choice(UpdateSolver::automatic, 360).iterates());
}

TEST_CASE("auto factorizes once conjugate gradients have cost as much, and comes back", "[pcg]") {
  const BlockGraph graph = cube_graph(8);
  const DirectWork direct =
      direct_work(count_factor(graph, FactorOrder::minimum_degree), graph.upper_entries());
  SolverChoice automatic = choice(UpdateSolver::automatic, 2000);
  automatic.begin_matrix();

  // A solve that 250 products do not end has the cost counted, and more products.
  automatic.begin_solve();
  REQUIRE(automatic.most_products(iteration) == 250);
  automatic.count(250 * iteration + 1e-9, Status::krylov_stagnated);
  REQUIRE(automatic.needs_direct_work());
  automatic.set_direct_work(graph);
  CHECK_FALSE(automatic.needs_direct_work());
  CHECK_FALSE(automatic.leaves_iterations());
  CHECK(automatic.most_products(iteration) ==
        Approx((direct.analysis + direct.factorization + direct.solve) / 1.3 - 250).margin(2));

  // Solves of twice the price of a solve by factors, with one matrix: at last the factors pay.
  const long products = std::lround(2 * direct.solve / 1.3) + 1;
  long solves = 0;
  for (automatic.count(iteration * double(products), Status::ok); !automatic.leaves_iterations();
       ++solves) {
    REQUIRE(solves < 1000);
    automatic.begin_solve();
    automatic.count(iteration * double(products), Status::ok);
  }
  CHECK(static_cast<double>(solves) * direct.solve <=
        1.1 * (direct.analysis + direct.factorization));
  CHECK_FALSE(automatic.iterates());

  // One solve for each matrix, of which factors cost more than conjugate gradients.
  for (int matrix = 0; matrix < 30; ++matrix) {
    automatic.begin_matrix();
    automatic.begin_solve();
  }
  CHECK(automatic.iterates());
}

TEST_CASE("auto counts a factorization again, with the best order, before it iterates on",
          "[pcg]") {
  const BlockGraph graph = cube_graph(16);
  const DirectWork quick = direct_work(count_factor(graph, FactorOrder::minimum_degree),
                                       graph.upper_entries()),
                   best =
                       direct_work(count_factor(graph, FactorOrder::best), graph.upper_entries());
  REQUIRE(best.factorization < 0.8 * quick.factorization);
  // One solve for each matrix, which costs less than the one factorization and more than the other.
  const double price = (best.factorization + best.solve + quick.factorization + quick.solve) / 2;
  SolverChoice automatic = choice(UpdateSolver::automatic, 3 * std::pow(16, 3));
  bool leaves = false;
  double spent = 0;
  for (int matrix = 0; matrix < 20 && !leaves; ++matrix, spent += price) {
    automatic.begin_matrix();
    automatic.begin_solve();
    if (automatic.needs_direct_work()) automatic.set_direct_work(graph);
    leaves = automatic.leaves_iterations();
    automatic.count(price, Status::ok);
  }
  CHECK(leaves);
  CHECK(spent > 1300);
}

TEST_CASE("solves that factors would not make cheaper are never cut short", "[pcg]") {
  const BlockGraph graph = cube_graph(8);
  const DirectWork direct =
      direct_work(count_factor(graph, FactorOrder::minimum_degree), graph.upper_entries());
  SolverChoice automatic = choice(UpdateSolver::automatic, 2000);
  const long products = std::lround(0.5 * (direct.factorization + direct.solve) / 1.3);
  for (int matrix = 0; matrix < 100; ++matrix) {
    automatic.begin_matrix();
    automatic.begin_solve();
    if (automatic.needs_direct_work()) automatic.set_direct_work(graph);
    CHECK_FALSE(automatic.leaves_iterations());
    if (matrix > 2) CHECK(automatic.most_products(iteration) >= products);
    automatic.count(iteration * double(products), Status::ok);
  }
}

TEST_CASE("auto factorizes sooner where kept factors are copied to single precision", "[pcg]") {
  const BlockGraph cube = cube_graph(12);
  const DirectWork direct =
      direct_work(count_factor(cube, FactorOrder::minimum_degree), cube.upper_entries());
  // Solves by conjugate gradients that cost less than one by a factor, and more than one by a copy.
  const auto leaves = [&](bool copies) {
    SolverChoice automatic = choice(UpdateSolver::automatic, 3 * std::pow(12, 3));
    automatic.expect_copies(copies);
    automatic.begin_matrix();
    automatic.set_direct_work(cube);
    for (int solve = 0; solve < 100; ++solve) automatic.begin_solve();
    automatic.count(10 * (direct.analysis + direct.factorization), Status::krylov_stagnated, true);
    REQUIRE(automatic.leaves_iterations());  // paid for
    automatic.begin_matrix();
    automatic.count(0, Status::ok, true);  // forgets the earlier solves
    automatic.count(0.9 * direct.solve, Status::ok);
    for (int solve = 0; solve < 1000; ++solve) automatic.begin_solve();
    automatic.begin_matrix();
    return !automatic.iterates();
  };
  CHECK(leaves(true));
  CHECK_FALSE(leaves(false));
}

TEST_CASE("auto takes either solver, as Poisson's ratio has it", "[pcg]") {
  const Settings tiny{{"cells", 2L}}, cube{{"cells", 8L}},
      incompressible{{"cells", 8L}, {"poisson", 0.49}};
  CHECK(work_of(tiny, "auto").stiffness_products == 0);
  const Work iterated = work_of(cube, "auto", 1. / 300);
  CHECK(iterated.factorize == work_of(cube, "pcg", 1. / 300).factorize);
  CHECK(iterated.stiffness_products == work_of(cube, "pcg", 1. / 300).stiffness_products);
  const Settings jacobi{{"preconditioner", std::string("block_jacobi")}};
  const Work ended = work_of(incompressible, "auto", 1. / 30, jacobi);
  CHECK(ended.factorize > 0);
  CHECK(ended.stiffness_products > 0);
  CHECK(ended.stiffness_products <
        work_of(incompressible, "pcg", 1. / 30, jacobi).stiffness_products);
}

TEST_CASE("auto factorizes an indefinite matrix that must not be corrected", "[pcg]") {
  const auto cube = ProblemRegistry::instance().make("rotating_cube", {{"cells", 6L}});
  const CountedProblem counted(*cube);
  const State u = cube->start();
  Mat K;
  cube->stiffness(u, K);
  const double largest = K.diagonal().cwiseQuotient(cube->mass().diagonal()).maxCoeff();
  const Vec right = Vec::LinSpaced(cube->dof(), -1, 1);
  const auto solved = [&](UpdateSolver solver, double position) {
    StageMatrix matrix;
    matrix.init(counted, solver);
    matrix.evaluate_damping(u);
    matrix.evaluate_stiffness(u);
    Vec x;
    Outcome outcome = matrix.factorize({1, 0, position}, HessianCorrection::none, u);
    if (outcome.ok()) outcome = matrix.solve(right, {1e-10}, u, x);
    if (!outcome.ok()) return outcome.status;
    const Vec rest = cube->mass().matrix() * x + position * (K * x) - right;
    CHECK(rest.norm() < 1e-9 * right.norm());
    return outcome.status;
  };
  // M - q K: diagonal blocks may reveal that it is indefinite, or only a direction of the
  // iteration.
  for (const double q : {2 / largest, 0.7 / largest}) {
    CHECK(solved(UpdateSolver::pcg, -q) == Status::indefinite);
    CHECK(solved(UpdateSolver::automatic, -q) == Status::ok);
  }
}

}  // namespace solver_choice_tests
