#include "tests/integrators/peers/peers.hpp"

namespace peers_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

const std::vector<Peer> adaptive_peers = {
    {"cvode_adams"},
    {"cvode_bdf"},
    {"cvode_bdf", {{"linear_solver", std::string("half_size")}}},
    {"cvode_bdf", {{"linear_solver", std::string("first_order")}}},
    {"cvode_bdf", {{"linear_solver", std::string("klu")}}},
    {"cvode_bdf", {{"linear_solver", std::string("spgmr")}}},
    {"cvode_bdf", {{"linear_solver", std::string("spgmr_half_size")}}},
    {"arkode_erk"},
    {"arkode_dirk"},
    {"arkode_dirk", {{"linear_solver", std::string("spgmr_half_size")}}},
    {"odeint_dopri5"},
    {"odeint_fehlberg78"},
    {"odeint_bulirsch_stoer"},
    {"odeint_rosenbrock4"},
};

const std::vector<Peer> fixed_peers = {
    {"arkode_erk", {{"adaptive", false}}},
    {"arkode_dirk", {{"adaptive", false}}},
    {"arkode_dirk", {{"adaptive", false}, {"linear_solver", std::string("first_order")}}},
    {"arkode_dirk", {{"adaptive", false}, {"linear_solver", std::string("spgmr")}}},
    {"odeint_rk4"},
    {"odeint_dopri5", {{"adaptive", false}}},
    {"odeint_fehlberg78", {{"adaptive", false}}},
    {"odeint_rosenbrock4", {{"adaptive", false}}},
    {"odeint_symplectic_rkn_sb3a"},
};

/// All of them, at fixed steps and at chosen ones.
std::vector<Peer> all_peers() {
  std::vector<Peer> peers = fixed_peers;
  peers.insert(peers.end(), adaptive_peers.begin(), adaptive_peers.end());
  return peers;
}

}  // namespace

TEST_CASE("peers at fixed steps have their declared order, no less and no more") {
  const auto damped = nonlinear_chain(0.2), undamped = nonlinear_chain(0), loaded = loaded_chain();
  const State damped_end = fine_solution(*damped), undamped_end = fine_solution(*undamped);
  for (const Peer& peer : fixed_peers) {
    const AnyIntegrator method = make(peer);
    INFO(peer.name);
    CHECK_FALSE(method->adaptive());
    const bool eighth = method->order(*damped) == 8;
    const int steps = eighth ? 10 : 80;
    if (method->why_not_applicable(*damped).empty())
      CHECK(measured_order(method, *damped, damped_end, steps) ==
            Approx(method->order(*damped)).margin(eighth ? 0.5 : 0.15));
    CHECK(measured_order(method, *undamped, undamped_end, steps) ==
          Approx(method->order(*undamped)).margin(eighth ? 0.5 : 0.15));
    // Dormand and Prince's method gains an order on linear problems, Fehlberg's varies about its
    // own.
    if (method->why_not_applicable(*loaded).empty() && method->order(*loaded) < 5)
      CHECK(measured_order(method, *loaded, *loaded->exact(2), 40) ==
            Approx(method->order(*loaded)).margin(0.1));
  }
}

TEST_CASE("every table of ARKODE that is offered has the order that is declared for it") {
  const auto problem = nonlinear_chain(0.2);
  const State end = fine_solution(*problem);
  for (const std::string name : {"arkode_erk", "arkode_dirk"}) {
    const auto tables = choices(make({name}), "table");
    REQUIRE(tables.size() > 14);
    for (const std::string& table : tables) {
      INFO(table);
      const AnyIntegrator method = make({name, {{"adaptive", false}, {"table", table}}});
      const int order = method->order(*problem);
      CHECK(measured_order(method, *problem, end,
                           order == 8   ? 10
                           : order == 2 ? 320
                                        : 40) == Approx(order).margin(0.5));
    }
  }
}

TEST_CASE("the error of peers that choose their steps follows the tolerance") {
  const auto loaded = loaded_chain(), nonlinear = nonlinear_chain(0.2);
  const State nonlinear_end = fine_solution(*nonlinear);
  for (const Peer& peer : adaptive_peers) {
    check_tolerances(peer, *nonlinear, nonlinear_end);
    if (make(peer)->order(*loaded) != 1) check_tolerances(peer, *loaded, *loaded->exact(2));
  }
}

TEST_CASE("a peer's work is in the ledger") {
  const auto problem = nonlinear_chain(0.2);
  for (const Peer& peer : adaptive_peers) {
    const Counted counted(*problem);
    AnyIntegrator method = make(peer);
    run(method, counted, 2);
    const Work& work = counted.work();
    INFO(peer.name);
    CHECK(work.force > 10);
    const bool implicit = peer.name == "cvode_bdf" || peer.name == "arkode_dirk";
    CHECK((work.newton_iterations > 0) == implicit);
    const std::string solver = peer.settings.contains("linear_solver")
                                   ? std::get<std::string>(peer.settings.at("linear_solver"))
                                   : "";
    const bool gmres = solver.starts_with("spgmr");
    CHECK((work.jacobian_products > 0) == gmres);
    CHECK((work.krylov_vectors > 0) == gmres);
    const bool matrices = (implicit && solver != "spgmr") || peer.name == "odeint_rosenbrock4";
    CHECK((work.factorize > 0) == matrices);
    CHECK((work.stiffness > 0) == matrices);
    CHECK((work.damping > 0) == matrices);
    if (implicit && matrices && !gmres) CHECK(work.solve == work.newton_iterations);
  }
}

TEST_CASE("fixed steps of explicit peers cost their stages in forces") {
  const auto problem = nonlinear_chain(0);
  const auto forces_per_step = [&](const Peer& peer) {
    const Counted counted(*problem);
    run(make(peer), counted, 100);
    return static_cast<double>(counted.work().force) / 100;
  };
  CHECK(forces_per_step({"odeint_rk4"}) == 4);
  CHECK(forces_per_step({"odeint_dopri5", {{"adaptive", false}}}) == Approx(6.01));
  CHECK(forces_per_step({"odeint_fehlberg78", {{"adaptive", false}}}) == 13);
  CHECK(forces_per_step({"odeint_symplectic_rkn_sb3a"}) == 6);
  CHECK(forces_per_step({"odeint_rosenbrock4", {{"adaptive", false}}}) == 6);
  CHECK(forces_per_step({"arkode_erk", {{"adaptive", false}}}) == Approx(5.01));
}

TEST_CASE("the ways to solve a peer's Newton systems agree") {
  const auto problem = loaded_chain();
  std::vector<State> ends;
  std::vector<long> iterations;
  for (const std::string kind :
       {"half_size", "first_order", "klu", "spgmr", "spgmr_half_size", "pcg", "auto"}) {
    const Counted counted(*problem);
    ends.push_back(
        run(make({"arkode_dirk", {{"adaptive", false}, {"linear_solver", kind}}}), counted, 20));
    iterations.push_back(counted.work().newton_iterations);
  }
  CHECK(distance(ends[0], ends[1]) < 1e-12);
  CHECK(distance(ends[0], ends[2]) < 1e-12);
  CHECK(distance(ends[0], ends[3]) < 1e-8);
  CHECK(distance(ends[0], ends[4]) < 1e-8);
  CHECK(distance(ends[0], ends[5]) < 1e-8);
  CHECK(distance(ends[0], ends[6]) < 1e-12);  // auto factorizes a matrix as small as this one
  // A wrong matrix would converge too, only later: five stages, an update and one to see it.
  CHECK(iterations[0] <= 20 * 5 * 2);
  CHECK(iterations[1] == iterations[0]);
  CHECK(iterations[2] == iterations[0]);
}

TEST_CASE("a peer's Newton iteration with conjugate gradients needs no factors, and agrees") {
  const auto problem = ProblemRegistry::instance().make(
      "duffing_chain", {{"n", 40L}, {"damping", 1.0}, {"end_time", 1.0}});
  for (const std::string name : {"cvode_bdf", "arkode_dirk"}) {
    const auto solved = [&](const std::string& kind) {
      const Counted counted(*problem);
      State end = run(make({name, {{"linear_solver", kind}, {"rtol", 1e-8}}}), counted, 1);
      CHECK(counted.work().newton_iterations > 0);
      CHECK((counted.work().factorize == 0) == (kind == "pcg"));
      return end;
    };
    INFO(name);
    const State pcg = solved("pcg");
    CHECK(distance(pcg, solved("half_size")) < 1e-5);
    CHECK(distance(pcg, solved("auto")) < 1e-5);
  }
}

TEST_CASE("the end of a peer's Newton iteration decides how many updates it takes") {
  const auto problem = nonlinear_chain(0.2);
  for (const std::string name : {"cvode_bdf", "arkode_dirk"}) {
    const auto updates = [&](double coefficient) {
      const Counted counted(*problem);
      run(make({name, {{"newton_coefficient", coefficient}}}), counted, 2);
      return counted.work().newton_iterations;
    };
    INFO(name);
    CHECK(updates(1e-4) > updates(0.1));
    CHECK(updates(0.1) > updates(0.9));
  }
}

TEST_CASE("a peer's conjugate gradients have the preconditioner that is asked for") {
  const auto jello = ProblemRegistry::instance().make("jello", {{"cells", 3L}, {"end_time", 0.02}});
  const auto products = [&](const std::string& preconditioner) {
    const Counted counted(*jello);
    const Settings settings{{"linear_solver", std::string("pcg")},
                            {"preconditioner", preconditioner}};
    run(make({"cvode_bdf", settings}), counted, 1);
    const Work& work = counted.work();
    return double(work.stiffness_products) / double(work.newton_iterations);
  };
  CHECK(products("block_ic") < 0.8 * products("block_jacobi"));
  const auto chain = nonlinear_chain(0);
  CHECK_THROWS_WITH(
      run(make({"cvode_bdf", {{"preconditioner", std::string("block_ic")}}}), Counted(*chain), 1),
      Contains("needs a problem whose matrices consist of 3x3 blocks"));
}

TEST_CASE("a preconditioner leaves few iterations to GMRES where steps are long") {
  const auto problem = ProblemRegistry::instance().make(
      "duffing_chain", {{"n", 40L}, {"k", 1e6}, {"damping", 1e5}, {"end_time", 1.0}});
  std::vector<State> ends;
  std::vector<double> vectors;  // of the basis, in an update
  for (const std::string kind : {"half_size", "spgmr_half_size", "spgmr"}) {
    const Counted counted(*problem);
    const Settings settings{{"linear_solver", kind}, {"norm", std::string("components")}};
    ends.push_back(run(make({"cvode_bdf", settings}), counted, 1));
    const Work& work = counted.work();
    vectors.push_back(double(work.krylov_vectors) / double(work.newton_iterations));
    if (kind == "spgmr_half_size") {
      CHECK(work.factorize < work.newton_iterations / 4);
      CHECK(work.stiffness < work.factorize / 4);
    }
  }
  CHECK(vectors[1] < 1.5);
  CHECK(vectors[2] > 8);
  CHECK(distance(ends[1], ends[0]) < 1e-6);
}

TEST_CASE("peers count the steps they choose") {
  const auto problem = nonlinear_chain(0);
  for (const Peer& peer : adaptive_peers) check_steps(peer, *problem);
}

TEST_CASE("copies of a peer run on their own, and so does one that is used again") {
  const auto problem = nonlinear_chain(0.2);
  for (const Peer& peer : all_peers())
    if (make(peer)->why_not_applicable(*problem).empty())  // a copy may restart its step control
      check_copies(peer, *problem, make(peer)->adaptive() ? 1e-4 : 1e-8);
}

TEST_CASE("a peer goes on from the state it is given, not from the one it remembers") {
  const auto problem = nonlinear_chain(0.2);
  for (const Peer& peer : all_peers())
    if (make(peer)->why_not_applicable(*problem).empty())
      check_new_state(peer, *problem, make(peer)->adaptive() ? 1e-5 : 1e-9);
}

TEST_CASE("peers name what is out of their scope") {
  auto& problems = ProblemRegistry::instance();
  const auto splitting = make({"odeint_symplectic_rkn_sb3a"});
  CHECK_THAT(splitting->why_not_applicable(*nonlinear_chain(0.2)), Catch::Contains("depends on v"));
  CHECK_THAT(splitting->why_not_applicable(*problems.make("forced_oscillator")),
             Catch::Contains("depends on t"));
  CHECK(splitting->why_not_applicable(*nonlinear_chain(0)).empty());
  const auto dense = make({"odeint_rosenbrock4"});
  CHECK(dense->why_not_applicable(*problems.make("fput", {{"m", 100L}})).empty());
  CHECK_THAT(dense->why_not_applicable(*problems.make("fput", {{"m", 101L}})),
             Catch::Contains("at most 200"));
  CHECK_THROWS_WITH(make({"arkode_erk", {{"order", 7L}}}), Catch::Contains("2 3 4 5 6 8"));
}

}  // namespace peers_tests
