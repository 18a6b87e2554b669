// Methods of the split M x'' = -K0 x + g: what they are where one part is missing, their
// resonances, and the tables of additive Runge-Kutta methods.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/check/imex_claims.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <arkode/arkode_butcher_dirk.h>
#include <arkode/arkode_butcher_erk.h>
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace split_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

State run(const std::string& name, const Settings& settings, const Problem& problem, double h,
          int steps) {
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
  return u;
}

double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() + (a.v - b.v).norm() + std::abs(a.t - b.t);
}

double largest_drift(const std::string& name, const Settings& settings, const Problem& problem,
                     double h, int steps) {
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u = problem.start();
  const double start = problem.energy(u);
  double most = 0;
  for (int i = 0; i < steps; ++i) {
    REQUIRE(method->step(u).ok());
    most = std::max(most, std::abs(problem.energy(u) / start - 1));
  }
  return most;
}

}  // namespace

TEST_CASE(
    "respa is velocity Verlet with small steps where all is fast, and with h where it is one") {
  const TinyProblem fast({}), both({.cubic = 1, .load = 1});
  for (const char* name : {"respa", "mollified_respa"})
    CHECK(distance(run(name, {{"substeps", 8L}}, fast, 0.4, 20),
                   run("velocity_verlet", {}, fast, 0.05, 160)) <= 1e-13);
  CHECK(distance(run("respa", {{"substeps", 1L}}, both, 0.1, 20),
                 run("velocity_verlet", {}, both, 0.1, 20)) <= 1e-13);
  const TinyProblem damped({.damping = 1});
  for (const char* name : {"respa", "mollified_respa"})
    CHECK_THAT(IntegratorRegistry::instance().make(name)->why_not_applicable(damped),
               Contains("depends on v"));
}

TEST_CASE("methods with several time steps take the fast force of a problem that has one") {
  const auto water = ProblemRegistry::instance().make("water", {{"molecules", 2L}});
  const auto work_and_end = [&](const std::string& name, const Settings& settings, double h) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
    const CountedProblem counted(*water);
    method->init(counted, h);
    State u = water->start();
    while (u.t < 0.02 - h / 2) REQUIRE(method->step(u).ok());
    return std::pair(counted.work(), u);
  };
  const State end = work_and_end("blanes_moan6", {}, 0.0001).second;
  const auto [work, u] = work_and_end("respa", {{"substeps", 20L}}, 0.002);
  CHECK(work.force == 11);
  CHECK(work.fast_force == 201);
  CHECK(work.stiffness_products == 0);
  // Both step sizes are halved, so that the error falls by 4.
  const double error = distance(u, end),
               halved = distance(work_and_end("respa", {{"substeps", 20L}}, 0.001).second, end);
  CHECK(error / halved == Approx(4).epsilon(0.15));
  const auto [work_of_peer, end_of_peer] = work_and_end("arkode_mri", {}, 0.001);
  CHECK(work_of_peer.fast_force > 100);
  CHECK(work_of_peer.stiffness_products == 0);
  CHECK(distance(end_of_peer, end) < error / 10);
  const auto mollified = work_and_end("mollified_respa", {}, 0.0005).first;
  CHECK(mollified.fast_force == 0);
  CHECK(mollified.stiffness_products > 0);
}

TEST_CASE("the impulse method resonates near h omega = pi, and mollified impulses do not") {
  const auto problem = ProblemRegistry::instance().make("fput", {{"omega", 100.0}});
  const Settings fine{{"substeps", 40L}};
  double impulse = 0, mollified = 0;
  for (double phase : {0.998, 0.999, 0.9995, 1.}) {
    const double h = phase * std::numbers::pi / 100;
    impulse = std::max(impulse, largest_drift("respa", fine, *problem, h, 3000));
    mollified = std::max(mollified, largest_drift("mollified_respa", fine, *problem, h, 3000));
  }
  INFO("drifts " << impulse << " and " << mollified);
  CHECK(impulse > 5 * mollified);
}

TEST_CASE("multistep and Runge-Kutta methods of the split where only one part acts") {
  const TinyProblem stiff({}), loaded({.damping = 0.3, .load = 1});
  CHECK(distance(run("cnab", {}, stiff, 0.5, 20), run("trapezoidal", {}, stiff, 0.5, 20)) <= 1e-12);
  // BDF2 with implicit Euler as its first step, by dense matrices.
  const double h = 0.5;
  Mat K;
  stiff.stiffness(stiff.start(), K);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6, 6);
  A.topRightCorner(3, 3).setIdentity();
  A.bottomLeftCorner(3, 3) =
      -dense::solve(Eigen::MatrixXd(stiff.mass().matrix()), Eigen::MatrixXd(K));
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(6, 6);
  Vec before(6), y(6);
  before << stiff.start().x, stiff.start().v;
  y = dense::solve(Eigen::MatrixXd(one - h * A), before);
  for (int i = 1; i < 20; ++i) {
    const Vec next = dense::solve(Eigen::MatrixXd(one - 2 * h / 3 * A), Vec((4 * y - before) / 3));
    before = y;
    y = next;
  }
  const State u = run("sbdf2", {}, stiff, h, 20);
  CHECK((u.x - y.head(3)).norm() + (u.v - y.tail(3)).norm() <= 1e-12);
  for (const char* name : {"sbdf2", "cnab", "ark324l2sa", "ark436l2sa"}) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name);
    CHECK(method->why_not_applicable(loaded).empty());
    const CountedProblem counted(loaded);
    method->init(counted, 0.1);
    State end = loaded.start();
    for (int i = 0; i < 10; ++i) REQUIRE(method->step(end).ok());
    CHECK(counted.work().factorize <= 2);
  }
}

TEST_CASE("implicit-explicit methods solve by conjugate gradients as by factors") {
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("300")}});
  for (const char* name : {"v_imex", "sbdf2", "cnab", "ark324l2sa", "ark436l2sa"}) {
    INFO(name);
    const auto end = [&](const std::string& solver, long factorizations) {
      AnyIntegrator method = IntegratorRegistry::instance().make(name, {{"linear_solver", solver}});
      const CountedProblem counted(*bunny);
      method->init(counted, 1e-5);
      State u = bunny->start();
      for (int i = 0; i < 5; ++i) REQUIRE(method->step(u).ok());
      CHECK(counted.work().factorize == factorizations);
      return u;
    };
    const State direct = end("cholesky", std::string(name) == "sbdf2" ? 2 : 1);
    CHECK((end("pcg", 0).v - direct.v).norm() < 1e-10 * direct.v.norm());
    CHECK(end("auto", 0).x == end("pcg", 0).x);
  }
}

TEST_CASE("the automatic choice of implicit-explicit methods turns to factors within a run") {
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("300")}});
  const auto end = [&](const std::string& solver) {
    AnyIntegrator method = IntegratorRegistry::instance().make("cnab", {{"linear_solver", solver}});
    const CountedProblem counted(*bunny);
    method->init(counted, 1e-3);
    State u = bunny->start();
    for (int i = 0; i < 100; ++i) REQUIRE(method->step(u).ok());
    return std::pair(counted.work(), u);
  };
  const auto [work, u] = end("auto");
  CHECK(work.factorize == 1);
  CHECK(work.stiffness_products > 200);  // it began with conjugate gradients
  CHECK((u.v - end("cholesky").second.v).norm() < 1e-8 * u.v.norm());
}

TEST_CASE("chosen steps of an additive method are the same by conjugate gradients and by factors") {
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("300")}});
  const auto end = [&](const std::string& solver) {
    AnyIntegrator method = IntegratorRegistry::instance().make(
        "ark436l2sa", {{"linear_solver", solver}, {"adaptive", true}, {"rtol", 1e-4}});
    const CountedProblem counted(*bunny);
    method->init(counted, 1e-3);
    State u = bunny->start();
    REQUIRE(method->step(u).ok());
    return std::pair(method->steps_taken(), u);
  };
  const auto [steps, u] = end("pcg");
  const auto [direct_steps, direct] = end("cholesky");
  CHECK(steps == direct_steps);
  CHECK(steps > 3);
  CHECK((u.v - direct.v).norm() < 1e-8 * direct.v.norm());
}

TEST_CASE("additive Runge-Kutta tables are SUNDIALS' tables of those names") {
  const auto compare = [](const auto& row, ARKodeButcherTable explicit_part,
                          ARKodeButcherTable implicit_part) {
    INFO(row.name);
    CHECK(row.embedded.order == explicit_part->p);
    for (int i = 0; i < row.stages; ++i) {
      CHECK(row.b[i] == Approx(explicit_part->b[i]).epsilon(1e-15));
      CHECK(row.embedded.b[i] == Approx(explicit_part->d[i]).epsilon(1e-15));
      for (int j = 0; j < row.stages; ++j) {
        CHECK(row.a_explicit[i][j] == Approx(explicit_part->A[i][j]).epsilon(1e-15));
        CHECK(row.a_implicit[i][j] == Approx(implicit_part->A[i][j]).epsilon(1e-15));
      }
    }
    ARKodeButcherTable_Free(explicit_part);
    ARKodeButcherTable_Free(implicit_part);
  };
  compare(tableaus::ark324l2sa, ARKodeButcherTable_LoadERK(ARKODE_ARK324L2SA_ERK_4_2_3),
          ARKodeButcherTable_LoadDIRK(ARKODE_ARK324L2SA_DIRK_4_2_3));
  compare(tableaus::ark436l2sa, ARKodeButcherTable_LoadERK(ARKODE_ARK436L2SA_ERK_6_3_4),
          ARKodeButcherTable_LoadDIRK(ARKODE_ARK436L2SA_DIRK_6_3_4));
}

TEST_CASE("an additive Runge-Kutta row with one thing wrong says which") {
  const auto faults = [](auto&& plant) {
    auto row = tableaus::ark324l2sa;
    plant(row);
    std::string words;
    for (const auto& line : broken_claims_of(row)) words += line + "\n";
    return words;
  };
  CHECK(faults([](auto&) {}).empty());
  CHECK_THAT(faults([](auto& row) { row.order = 2; }), Contains("all conditions of order 3 hold"));
  CHECK_THAT(faults([](auto& row) { row.order = 4; }), Contains("of order 4 is off"));
  CHECK_THAT(faults([](auto& row) {
               row.a_explicit[3][1] += 1e-9;
               row.a_explicit[3][2] -= 1e-9;
             }),
             Contains("of order 3 is off"));
  CHECK_THAT(faults([](auto& row) { row.a_implicit[2][2] += 1e-9; }), Contains("not constant"));
  CHECK_THAT(faults([](auto& row) { row.c[2] += 1e-9; }), Contains("its c differ"));
  CHECK_THAT(faults([](auto& row) { row.embedded.b[1] += 1e-9; }),
             Contains("embedded method: order 2 is claimed, and a condition of order 1 is off"));
  CHECK_THAT(faults([](auto& row) { row.embedded.order = 1; }),
             Contains("embedded method: order 1 is claimed, and all conditions of order 2 hold"));
}

}  // namespace split_tests
