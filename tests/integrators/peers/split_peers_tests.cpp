// SUNDIALS' methods of the split f = -K0 x + g: arkode_imex, beside the suite's rows of the same
// tables, and arkode_mri.

#include "integrators/peers/first_order_split.hpp"
#include "tests/integrators/peers/one_mass.hpp"
#include "tests/integrators/peers/peers.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <limits>

namespace split_peers_tests {

using namespace stiffbench;
using namespace std::string_literals;
using Catch::Matchers::Contains;

namespace {

Peer imex(Settings settings = {}) {
  settings["adaptive"] = false;
  return {"arkode_imex", std::move(settings)};
}
Peer multirate(const Settings& settings = {}) { return {"arkode_mri", settings}; }

const std::vector<std::string> direct = {"half_size", "first_order", "klu"};
const std::vector<std::string> iterative = {"auto", "pcg", "spgmr", "spgmr_half_size"};

/// Every kind of arkode_imex and arkode_mri at fixed steps.
std::vector<Peer> fixed_split_peers() {
  std::vector<Peer> peers;
  for (const long order : {3, 4, 5}) peers.push_back(imex({{"order", order}}));
  for (const auto& solver : direct) peers.push_back(imex({{"linear_solver", solver}}));
  for (const auto& solver : iterative) peers.push_back(imex({{"linear_solver", solver}}));
  for (const long order : {3, 4}) peers.push_back(multirate({{"order", order}}));
  return peers;
}

const std::vector<Peer> chosen_steps = {
    {"arkode_imex"},
    {"arkode_imex", {{"order", 3L}}},
    {"arkode_imex", {{"linear_solver", "pcg"s}}},
    {"arkode_imex", {{"linear_solver", "spgmr_half_size"s}}},
    {"arkode_imex", {{"norm", "components"s}}},
};

State end_of(const Peer& peer, const Problem& problem, int steps) {
  const Counted counted(problem);
  return run(make(peer), counted, steps);
}
Work work_of(const Peer& peer, const Problem& problem, int steps) {
  const Counted counted(problem);
  run(make(peer), counted, steps);
  return counted.work();
}

/// A linear, undamped chain without a load: all of its force is the fast part.
std::unique_ptr<Problem> fast_chain() {
  return ProblemRegistry::instance().make("duffing_chain", {{"cubic", 0.0}, {"end_time", 2.0}});
}

}  // namespace

TEST_CASE("the linear part and the rest of y' = F add up to F, and share products with K0") {
  const auto damped = nonlinear_chain(0.2), loaded = loaded_chain();
  for (const Problem* problem : {damped.get(), loaded.get()}) {
    const CountedProblem counted(*problem);
    const Eigen::Index n = problem->dof();
    FirstOrder whole(counted);
    FirstOrderSplit parts(counted, FastSplit::Part::linear);
    Vec y(2 * n), F(2 * n), linear(2 * n), rest(2 * n);
    const auto evaluate = [&](double t) {
      REQUIRE(whole.derivative(t, y.data(), F.data()));
      REQUIRE(parts.fast_part(y.data(), linear.data()));
      REQUIRE(parts.remaining_part(t, y.data(), rest.data()));
      const double largest = linear.lpNorm<Eigen::Infinity>();
      CHECK((linear + rest - F).lpNorm<Eigen::Infinity>() < 1e-14 * largest);
      Vec K0_x = problem->linear_stiffness() * y.head(n), a;
      problem->mass().solve(K0_x, a);
      CHECK((linear.tail(n) + a).lpNorm<Eigen::Infinity>() < 1e-14 * largest);
      CHECK(linear.head(n) == y.tail(n));
      CHECK(rest.head(n) == Vec::Zero(n));
    };
    y << problem->start().x, problem->start().v;
    y.array() += 0.3;
    evaluate(0.7);
    y.tail(n) *= 2;
    evaluate(0.9);
    CHECK(counted.work().stiffness_products == 1);
    y[n - 1] += 1;
    evaluate(0.9);
    CHECK(counted.work().stiffness_products == 2);
    CHECK(counted.work().force == 6);
    y[n] = std::numeric_limits<double>::infinity();
    CHECK_FALSE(parts.fast_part(y.data(), linear.data()));
    y[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(parts.remaining_part(0, y.data(), rest.data()));
  }
}

TEST_CASE("SUNDIALS' split methods at fixed steps have their declared order, no less, no more") {
  const auto damped = nonlinear_chain(0.2), undamped = nonlinear_chain(0), loaded = loaded_chain();
  const State damped_end = fine_solution(*damped), undamped_end = fine_solution(*undamped);
  for (const Peer& peer : fixed_split_peers()) {
    const AnyIntegrator method = make(peer);
    const int order = method->order(*damped), steps = order == 3 ? 160 : order == 4 ? 80 : 40;
    INFO(peer.name << " of order " << order);
    CHECK_FALSE(method->adaptive());
    CHECK(measured_order(method, *damped, damped_end, steps) == Approx(order).margin(0.2));
    CHECK(measured_order(method, *undamped, undamped_end, steps) == Approx(order).margin(0.2));
    CHECK(measured_order(method, *loaded, *loaded->exact(2), steps) == Approx(order).margin(0.2));
  }
}

TEST_CASE("every table of SUNDIALS' split methods has the order that is declared for it") {
  const auto problem = nonlinear_chain(0.2);
  const State end = fine_solution(*problem);
  for (Peer peer : {imex(), multirate()}) {
    const auto tables = choices(make(peer), "table");
    REQUIRE(tables.size() == (peer.name == "arkode_imex" ? 6 : 4));
    for (const std::string& table : tables) {
      peer.settings["table"] = table;
      const AnyIntegrator method = make(peer);
      const int order = method->order(*problem);
      INFO(table << " of order " << order);
      CHECK(measured_order(method, *problem, end, order == 3 ? 160 : 40) ==
            Approx(order).margin(0.3));
    }
  }
}

TEST_CASE("arkode_imex takes the steps of the suite's methods with the same tables") {
  const auto damped = nonlinear_chain(0.2), loaded = loaded_chain();
  for (const auto& [order, row] : {std::pair{3L, "ark324l2sa"}, {4L, "ark436l2sa"}})
    for (const Problem* problem : {damped.get(), loaded.get()}) {
      const State expected = end_of({row}, *problem, 30);
      INFO(row);
      for (const auto& solver : direct)
        CHECK(distance(end_of(imex({{"order", order}, {"linear_solver", solver}}), *problem, 30),
                       expected) < 1e-12);
      for (const auto& solver : iterative)
        CHECK(distance(end_of(imex({{"order", order}, {"linear_solver", solver}}), *problem, 30),
                       expected) < 1e-8);
    }
}

TEST_CASE("a step of arkode_imex costs a force a stage, a solve an implicit one, and no matrix") {
  const auto problem = nonlinear_chain(0.2);
  constexpr int steps = 20;
  for (const auto& [order, stages] : {std::pair{3L, 4}, {4L, 6}, {5L, 8}})
    for (const auto& solver : direct) {
      const Work work =
          work_of(imex({{"order", order}, {"linear_solver", solver}}), *problem, steps);
      INFO(solver << ", order " << order);
      CHECK(work.force == stages * steps + 1);
      CHECK(work.solve == (stages - 1) * steps);
      CHECK(work.factorize == 1);
      CHECK(work.newton_iterations == 0);
      CHECK(work.stiffness + work.damping + work.jacobian_products + work.krylov_vectors == 0);
      // K0 x of every stage, which both parts share, and for the residual of every implicit stage
      // but the first, at the start of the step; elimination of x takes one more in a solve. The
      // last stage is the start of the next step, but for round-off.
      const int residuals = stages - 2, eliminations = solver == "half_size" ? stages - 1 : 0;
      const int products = stages + residuals + eliminations;
      CHECK(work.stiffness_products <= products * steps);
      CHECK(work.stiffness_products > (products - 1) * steps);
    }
}

TEST_CASE("arkode_imex factorizes anew where it chooses another step, and evaluates no matrix") {
  const auto problem = nonlinear_chain(0.2);
  const Counted counted(*problem);
  AnyIntegrator method = make({"arkode_imex"});
  run(method, counted, 2);
  const Work& work = counted.work();
  const long trials = work.solve / 5;  // of a step
  CHECK(work.solve == 5 * trials);
  CHECK(work.factorize > 1);
  CHECK(work.factorize <= trials);
  CHECK(work.force > 6 * trials);
  CHECK(work.force <= 6 * trials + 5);  // the library finds the first step
  CHECK(work.newton_iterations + work.stiffness + work.damping == 0);
}

TEST_CASE("arkode_imex solves by Newton's iteration where a solve leaves an error") {
  const auto problem = ProblemRegistry::instance().make(
      "duffing_chain", {{"n", 40L}, {"k", 1e4}, {"damping", 1.0}, {"end_time", 1.0}});
  const State expected = end_of(imex(), *problem, 50);
  for (const auto& solver : iterative) {
    const Peer peer = imex({{"linear_solver", solver}});
    const Work work = work_of(peer, *problem, 50);
    const bool gmres = solver.starts_with("spgmr");
    INFO(solver);
    CHECK(distance(end_of(peer, *problem, 50), expected) < 1e-7);
    CHECK(work.newton_iterations >= 5 * 50);
    CHECK((work.krylov_vectors > 0) == gmres);
    CHECK(work.factorize == (solver == "auto" || solver == "spgmr_half_size" ? 1 : 0));
    CHECK(work.stiffness + work.damping + work.jacobian_products == 0);
  }
  const auto error = [&](const Settings& settings) {
    return distance(end_of(imex(settings), *problem, 50), expected);
  };
  for (const auto& solver : {"pcg"s, "spgmr"s})
    CHECK(error({{"linear_solver", solver}, {"newton_tolerance", 1e-4}}) >
          10 * error({{"linear_solver", solver}}));
}

TEST_CASE("arkode_mri is its explicit method where all of the force is fast") {
  const auto problem = fast_chain();
  // The stages of this table are thirds of a step, and so are three substeps.
  const Peer thirds = multirate({{"table", "ARKODE_MRI_GARK_ERK33a"s}, {"substeps", 3L}});
  const Peer alone{"arkode_erk", {{"adaptive", false}, {"order", 3L}}};
  CHECK(distance(end_of(thirds, *problem, 40), end_of(alone, *problem, 120)) < 1e-12);
  const Peer fifths = multirate({{"order", 4L}, {"substeps", 5L}});
  const Peer fourth{"arkode_erk", {{"adaptive", false}}};
  CHECK(distance(end_of(fifths, *problem, 40), end_of(fourth, *problem, 200)) < 1e-12);
  CHECK(distance(end_of(fifths, *problem, 40), end_of(fourth, *problem, 199)) > 1e-9);
}

TEST_CASE("arkode_mri costs forces by its slow stages and products by its substeps") {
  const auto problem = nonlinear_chain(0.2);
  constexpr int steps = 20;
  struct Table {
    std::string name;
    int slow_stages, fast_stages;
  };
  for (const Table& table : {Table{"ARKODE_MIS_KW3", 3, 4}, Table{"ARKODE_MRI_GARK_ERK33a", 3, 4},
                             Table{"ARKODE_MRI_GARK_ERK45a", 5, 5}})
    for (const long substeps : {60, 120}) {  // which the stages of all tables divide
      const Settings settings{{"table", table.name}, {"substeps", substeps}};
      const Work work = work_of(multirate(settings), *problem, steps);
      INFO(table.name << ", substeps " << substeps << ", products " << work.stiffness_products);
      CHECK(work.force == table.slow_stages * steps + 1);
      CHECK(work.factorize + work.solve + work.stiffness + work.damping == 0);
      // The last stage of the fast method of order 3 is its result, but for round-off.
      CHECK(work.stiffness_products <= table.fast_stages * substeps * steps + 1);
      CHECK(work.stiffness_products > (table.fast_stages - 1) * substeps * steps);
    }
}

TEST_CASE("the error of arkode_mri falls with its substeps to that of its slow part") {
  const auto problem = nonlinear_chain(0.2);
  const State end = fine_solution(*problem);
  const auto error = [&](long substeps) {
    return distance(end_of(multirate({{"substeps", substeps}}), *problem, 20), end);
  };
  const double coarse = error(1), fine = error(64);
  INFO("errors from " << coarse << " to " << fine);
  CHECK(coarse > 3 * fine);
  CHECK(error(4) < 0.6 * coarse);
  CHECK(error(32) == Approx(fine).epsilon(0.02));
}

TEST_CASE("the error of arkode_imex with chosen steps follows the tolerance") {
  const auto loaded = loaded_chain(), nonlinear = nonlinear_chain(0.2);
  const State nonlinear_end = fine_solution(*nonlinear);
  for (const Peer& peer : chosen_steps) {
    check_tolerances(peer, *nonlinear, nonlinear_end);
    check_tolerances(peer, *loaded, *loaded->exact(2));
  }
}

TEST_CASE("SUNDIALS' split methods count the steps they choose, and copies run on their own") {
  const auto undamped = nonlinear_chain(0), damped = nonlinear_chain(0.2);
  for (const Peer& peer : chosen_steps) {
    check_steps(peer, *undamped);
    check_copies(peer, *damped, 1e-4);
    check_new_state(peer, *damped, 1e-5);
  }
  for (const Peer& peer : fixed_split_peers()) {
    check_copies(peer, *damped, 1e-8);
    check_new_state(peer, *damped, 1e-9);
  }
}

TEST_CASE("arkode_imex reports a singular matrix as singular") {
  // M + gamma^2 K0 = 0 with the gamma = 1/4 of ARK436L2SA at h = 1
  const test::Everything problem({.K = test::with_eigenvalues(Vec::Constant(1, -16)),
                                  .start = {0, Vec::Ones(1), Vec::Zero(1)}});
  for (const auto& solver : direct) {
    const Outcome outcome = run_one(make(imex({{"linear_solver", solver}})), problem, 1, 1).outcome;
    INFO(solver << ": " << outcome.reason);
    CHECK(outcome.status == Status::singular);
    CHECK_THAT(outcome.reason, Contains("ARK_"));
  }
}

TEST_CASE("SUNDIALS' split methods refuse what does not fit") {
  CHECK_THROWS_WITH(make(imex({{"order", 2L}})), Contains("one of 3 4 5; got 2"));
  CHECK_THROWS_WITH(make(imex({{"table", "ARKODE_SDIRK_5_3_4"s}})), Contains("'table'"));
  CHECK_THROWS_WITH(make(imex({{"order", 3L}, {"table", "ARKODE_ARK548L2SA_DIRK_8_4_5"s}})),
                    Contains("integrator 'arkode_imex': a table has an order of its own"));
  CHECK_THROWS_WITH(make(imex({{"forcing", 0.5}})),
                    Contains("got forcing=0.5 and linear_solver=half_size"));
  CHECK_NOTHROW(make(imex({{"forcing", 0.5}, {"linear_solver", "auto"s}})));
  for (const auto& solver : direct)
    CHECK_THROWS_WITH(make(imex({{"newton_tolerance", 1e-3}, {"linear_solver", solver}})),
                      Contains("only with solvers that iterate") &&
                          Contains("newton_tolerance=0.001 and linear_solver=" + solver));
  for (const auto& solver : iterative)
    CHECK_NOTHROW(make(imex({{"newton_tolerance", 1e-3}, {"linear_solver", solver}})));
  CHECK_THROWS_WITH(make({"arkode_imex", {{"newton_tolerance", 1e-3}, {"linear_solver", "pcg"s}}}),
                    Contains("only with fixed steps"));
  CHECK_THROWS_WITH(make({"arkode_imex", {{"newton_coefficient", 0.3}}}),
                    Contains("newton_coefficient has an effect only where steps are chosen") &&
                        Contains("leave it out, or give linear_solver=auto or pcg"));
  CHECK_THROWS_WITH(make({"arkode_dirk", {{"adaptive", false}, {"newton_coefficient", 0.3}}}),
                    Contains("leave it out, or give newton_tolerance"));
  CHECK_THROWS_WITH(make(multirate({{"order", 5L}})), Contains("one of 3 4; got 5"));
  CHECK_THROWS_WITH(make(multirate({{"order", 4L}, {"table", "ARKODE_MIS_KW3"s}})),
                    Contains("integrator 'arkode_mri': a table has an order of its own"));
  CHECK_THROWS_WITH(make(multirate({{"substeps", 0L}})), Contains("'substeps'"));
}

}  // namespace split_peers_tests
