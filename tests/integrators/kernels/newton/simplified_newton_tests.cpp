// The simplified iteration of coupled stages against the full one, against the rate that its theory
// gives, and what it refuses.

#include "base/dense.hpp"
#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/collocation_error.hpp"
#include "integrators/kernels/newton/coupled_stages.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/rows.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <utility>

namespace simplified_newton_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using Dense = Eigen::MatrixXd;

namespace {

State run(const std::string& name, const Settings& settings, const CountedProblem& problem, State u,
          double h, int steps) {
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  method->init(problem, h);
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method->step(u);
    INFO(name << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() / b.x.norm() + (a.v - b.v).norm() / b.v.norm();
}

Settings with(const std::string& newton, const std::string& solver = "auto") {
  return {{"newton", newton}, {"linear_solver", solver}};
}

/// The matrix of the stages' accelerations with one K and one D: d_ij M + h A_ij D + h^2 (A^2)_ij
/// K.
Dense coupled_matrix(const Dense& A, double h, const Dense& M, const Dense& K, const Dense& D) {
  const Eigen::Index s = A.rows(), n = M.rows();
  const Dense A2 = A * A;
  Dense all = Dense::Zero(s * n, s * n);
  for (Eigen::Index i = 0; i < s; ++i)
    for (Eigen::Index j = 0; j < s; ++j)
      all.block(i * n, j * n, n, n) = (i == j) * M + h * A(i, j) * D + h * h * A2(i, j) * K;
  return all;
}

/// The energy norm of the changes of x and v that these accelerations make in all stages.
double energy_norm(const Dense& A, double h, const Dense& M, const Dense& K, const Vec& a) {
  const Eigen::Index s = A.rows(), n = M.rows();
  const Dense stages = a.reshaped(n, s), v = h * stages * A.transpose(), x = h * v * A.transpose();
  return std::sqrt((v.transpose() * M * v + x.transpose() * K * x).trace());
}

}  // namespace

TEST_CASE("an update of the simplified iteration solves the coupled system of one K and one D") {
  const auto solver = GENERATE(UpdateSolver::cholesky, UpdateSolver::pcg);
  const TinyProblem tiny({.damping = 0.5, .stiffness = 30});
  const State at = tiny.start();
  Mat K, D;
  tiny.stiffness(at, K);
  tiny.damping(at, D);
  const Dense M(tiny.mass().matrix());
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    const Dense A = matrix_of(table.a);
    const Dense coupled = coupled_matrix(A, 0.7, M, Dense(K), Dense(D));
    const CountedProblem problem(tiny);
    SimplifiedNewton newton;
    newton.init(problem, A, solver, Preconditioner::automatic);
    REQUIRE(newton.factorize(0.7, HessianCorrection::none, at).ok());
    const Vec right = Vec::LinSpaced(3 * S, -1, 2).array().cos();
    Vec update;
    for (const double accuracy : {0.5, 0.2, 1e-2, 1e-13}) {
      INFO(table.name << ", accuracy " << accuracy);
      REQUIRE(newton.solve(right, {accuracy, 0}, at, update).ok());
      CHECK((newton.left() - (right - coupled * update)).norm() < 1e-12 * right.norm());
      // The bound on the error in the energy norm of the stages holds, and is not idle.
      const Vec error = update - dense::solve(coupled, right);
      CHECK(energy_norm(A, 0.7, M, Dense(K), error) <= 2 * newton.error() + 1e-12);
    }
    CHECK((update - dense::solve(coupled, right)).norm() < 1e-10 * update.norm());
  });
}

TEST_CASE("a multiple of M that corrects the shared matrix is added to every stage") {
  const TinyProblem indefinite({.stiffness = -30});
  const State at = indefinite.start();
  Mat K;
  indefinite.stiffness(at, K);
  const Dense M(indefinite.mass().matrix()), D = Dense::Zero(3, 3);
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    const Dense A = matrix_of(table.a);
    const CountedProblem problem(indefinite);
    SimplifiedNewton newton;
    newton.init(problem, A, UpdateSolver::cholesky, Preconditioner::automatic);
    REQUIRE(newton.factorize(0.7, HessianCorrection::mass_shift, at).ok());
    const double shift = newton.matrix().mass_shift();
    INFO(table.name << ", shift " << shift);
    CHECK(shift > 0);
    const Dense coupled = coupled_matrix(A, 0.7, (1 + shift) * M, Dense(K), D);
    const Vec right = Vec::Ones(3 * S);
    Vec update;
    REQUIRE(newton.solve(right, {1e-13, 0}, at, update).ok());
    CHECK((right - coupled * update).norm() < 1e-10 * right.norm());
  });
}

TEST_CASE("the simplified iteration takes the steps of the full one") {
  const auto solver = GENERATE(as<std::string>(), "cholesky", "pcg", "auto");
  const TinyProblem tiny({.cubic = 3, .damping = 0.5, .load = 1});
  const auto bunny =
      ProblemRegistry::instance().make("bunny", {{"size", std::string("30")},
                                                 {"variant", std::string("two_scale")},
                                                 {"start", std::string("sway")}});
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    INFO(table.name << ", " << solver);
    for (const Problem* problem : std::array<const Problem*, 2>{&tiny, bunny.get()}) {
      const double h = problem == &tiny ? 0.3 : 0.01;
      const CountedProblem full(*problem), simplified(*problem);
      const State expected = run(table.name, with("full"), full, problem->start(), h, 5);
      const State got =
          run(table.name, with("simplified", solver), simplified, problem->start(), h, 5);
      CHECK(distance(got, expected) < 1e-10);
      // One stage's K for each matrix, where the full iteration has that of all stages.
      CHECK(full.work().stiffness == S * full.work().factorize);
      if (solver == "cholesky") CHECK(simplified.work().stiffness == simplified.work().factorize);
    }
  });
}

TEST_CASE("one factorization serves all stages of a linear problem, whatever its stiffness") {
  const double stiffness = GENERATE(1., 1e4, 1e8);
  const TinyProblem tiny({.load = 1, .stiffness = stiffness});
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    INFO("stiffness " << stiffness);
    const CountedProblem problem(tiny);
    run(table.name, with("simplified", "cholesky"), problem, tiny.start(), 0.1, 10);
    CHECK(problem.work().factorize == 1);
    CHECK(problem.work().stiffness == 1);
  });
}

TEST_CASE("slow updates of the simplified iteration renew its matrix every second time at most") {
  // Every update is more than a tenth of the last one, since the stages differ much.
  const auto water = ProblemRegistry::instance().make("water", {});
  constexpr int steps = 6;
  for (const char* name : {"gauss4", "radau_iia3", "radau_iia5", "lobatto_iiic"}) {
    const CountedProblem problem(*water);
    run(name, with("simplified", "cholesky"), problem, water->start(), 0.1 / 12, steps);
    INFO(name);
    CHECK(problem.work().factorize > 3 * steps);
    CHECK(2 * problem.work().factorize <= problem.work().newton_iterations + steps);
  }
}

TEST_CASE("a step that the simplified iteration does not solve is solved by the full one") {
  const auto bunny = ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("300")}, {"variant", std::string("two_scale")}});
  State crumpled = bunny->start();
  crumpled.x = 0.02 * (Vec::LinSpaced(crumpled.x.size(), 0, 900).array().square().sin());
  const auto step = [&](const std::string& newton) {
    const CountedProblem problem(*bunny);
    Settings settings = with(newton);
    settings["hessian_correction"] = std::string("mass_shift");
    AnyIntegrator method = IntegratorRegistry::instance().make("gauss4", settings);
    method->init(problem, 0.06);
    State u = crumpled;
    return std::pair{method->step(u), u};
  };
  CHECK(step("simplified").first.status == Status::newton_not_converged);
  const auto [automatic, u] = step("auto");
  REQUIRE(automatic.ok());
  CHECK(distance(u, step("full").second) < 1e-9);
}

TEST_CASE("each of the two iterations keeps the matrix of its own step size") {
  const TinyProblem tiny(
      {.load = 1});  // linear: a matrix of another size would be slow to converge
  const CountedProblem problem(tiny);
  CoupledSystem system;
  const Dense A = matrix_of(tableaus::gauss4.a);
  system.init(problem, 0.1, A, vector_of(tableaus::gauss4.b), vector_of(tableaus::gauss4.c), true,
              UpdateSolver::cholesky, Preconditioner::automatic);
  const State u = tiny.start();
  const auto factorize = [&](bool simplified, double h) {
    system.simplify(simplified);
    system.resize(h);
    system.begin(u);
    system.set_point(Vec::Zero(6));
    CHECK(!system.is_factorized());
    REQUIRE(system.factorize(HessianCorrection::none).ok());
    CHECK(system.is_factorized());
  };
  factorize(false, 0.1);
  factorize(true, 0.2);
  system.simplify(false);
  CHECK(!system.is_factorized());  // its LU is that of 0.1
  system.resize(0.1);
  CHECK(system.is_factorized());
  system.simplify(true);
  CHECK(!system.is_factorized());
}

TEST_CASE("the estimate of a Radau method takes the matrix of the simplified iteration",
          "[adaptive]") {
  const TinyProblem tiny({.damping = 1});  // linear, so that both matrices are the same
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    if (table.embedded.order == 0) return;
    const CountedProblem problem(tiny);
    const Dense A = matrix_of(table.a);
    CoupledStages stages;
    stages.newton = CoupledNewton::simplified;
    stages.linear_solver = UpdateSolver::cholesky;
    stages.init(problem, 0.5, A, vector_of(table.b), vector_of(table.c));
    CollocationError estimate;
    estimate.init(problem, A, vector_of(table.b) - vector_of(table.embedded.b));
    State u = tiny.start(), own, shared;
    estimate.begin(u);
    REQUIRE(stages.step(u).ok());
    REQUIRE(estimate.estimate(0.5, stages.accelerations(), nullptr, own).ok());
    const long before = problem.work().factorize;
    REQUIRE(stages.shared_matrix() != nullptr);
    REQUIRE(estimate.estimate(0.5, stages.accelerations(), stages.shared_matrix(), shared).ok());
    INFO(table.name);
    CHECK(problem.work().factorize == before);
    CHECK(distance(shared, own) < 1e-9);
  });
}

TEST_CASE("small systems have the full iteration, others the simplified one, if they may") {
  const auto factorized = [](const Problem& problem) {
    const CountedProblem counted(problem);
    run("radau_iia5", {}, counted, problem.start(), 1e-3, 1);
    return counted.work().stiffness;
  };
  CHECK(factorized(TinyProblem({.load = 1})) == 3);  // K of each stage
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("30")}});
  CHECK(factorized(*bunny) == 1);
  const auto swimmer = ProblemRegistry::instance().make("flagellum");
  CHECK(swimmer->traits().varying_damping);
  CHECK(factorized(*swimmer) % 3 == 0);
}

TEST_CASE("what the simplified iteration cannot solve is refused") {
  const TinyProblem skew({.cubic_damping = 2}), tiny({});
  const auto init = [](const Problem& problem, const Settings& settings) {
    const CountedProblem counted(problem);
    IntegratorRegistry::instance().make("gauss4", settings)->init(counted, 0.1);
  };
  CHECK_THROWS_WITH(init(skew, with("simplified")),
                    Contains("symmetric") && Contains("newton=full"));
  CHECK_NOTHROW(init(skew, {}));
  CHECK_THROWS_WITH(init(tiny, with("full", "pcg")), Contains("linear_solver=pcg"));
  CHECK_THROWS_WITH(
      init(tiny, {{"newton", std::string("full")}, {"preconditioner", std::string("block_ic")}}),
      Contains("no effect with newton=full") && Contains("preconditioner=block_ic"));
  CHECK_THROWS_WITH(init(tiny, {{"newton", std::string("simplified")},
                                {"preconditioner", std::string("block_ic")}}),
                    Contains("3x3 blocks"));
  // The trapezoidal rule has a zero row, and an explicit table one eigenvalue for all stages.
  CoupledStages stages;
  stages.newton = CoupledNewton::simplified;
  Dense A = Dense::Zero(2, 2);
  A.row(1).setConstant(0.5);
  const CountedProblem counted(tiny);
  CHECK_THROWS_WITH(stages.init(counted, 0.1, A, Vec::Constant(2, 0.5), Vec::LinSpaced(2, 0, 1)),
                    Contains("distinct eigenvalues"));
  A << 0.5, 0, 0.5, 0.5;
  CHECK_THROWS_WITH(stages.init(counted, 0.1, A, Vec::Constant(2, 0.5), Vec::LinSpaced(2, 0, 1)),
                    Contains("distinct eigenvalues"));
}

}  // namespace simplified_newton_tests
