#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

using namespace stiffbench;

namespace {

struct Peer {
  std::string name;
  Settings settings = {};
};

const std::vector<Peer> adaptive_peers = {
    {"cvode_adams"},
    {"cvode_bdf"},
    {"cvode_bdf", {{"linear_solver", std::string("full")}}},
    {"cvode_bdf", {{"linear_solver", std::string("klu")}}},
    {"cvode_bdf", {{"linear_solver", std::string("spgmr")}}},
    {"arkode_erk"},
    {"arkode_dirk"},
    {"odeint_dopri5"},
    {"odeint_fehlberg78"},
    {"odeint_bulirsch_stoer"},
    {"odeint_rosenbrock4"},
};

const std::vector<Peer> fixed_peers = {
    {"arkode_erk", {{"adaptive", false}}},
    {"arkode_dirk", {{"adaptive", false}}},
    {"arkode_dirk", {{"adaptive", false}, {"linear_solver", std::string("full")}}},
    {"arkode_dirk", {{"adaptive", false}, {"linear_solver", std::string("spgmr")}}},
    {"odeint_rk4"},
    {"odeint_dopri5", {{"adaptive", false}}},
    {"odeint_fehlberg78", {{"adaptive", false}}},
    {"odeint_rosenbrock4", {{"adaptive", false}}},
    {"odeint_symplectic_rkn_sb3a"},
};

AnyIntegrator make(const Peer& peer) {
  return IntegratorRegistry::instance().make(peer.name, peer.settings);
}

/// What a method sees of a problem, with the time over which the test runs it.
struct Counted : CountedProblem {
  explicit Counted(const Problem& problem)
      : CountedProblem(problem), end_time(problem.end_time()) {}
  double end_time;
};

/// The state after `steps` steps over the problem's whole time.
State run(AnyIntegrator method, const Counted& counted, int steps) {
  State u = counted.start();
  method.init(counted, counted.end_time / steps);
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method.step(u);
    INFO(method.facts().name << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

/// Damped, loaded, a mass matrix that is not diagonal; its exact solution is known.
std::unique_ptr<Problem> loaded_chain() {
  return ProblemRegistry::instance().make(
      "forced_oscillator",
      {{"consistent", true}, {"alpha", 0.1}, {"beta", 0.02}, {"end_time", 2.0}});
}
std::unique_ptr<Problem> nonlinear_chain(double damping) {
  return ProblemRegistry::instance().make("duffing_chain",
                                          {{"damping", damping}, {"end_time", 2.0}});
}

/// log2 of the ratio of the errors with `steps` and twice as many.
double measured_order(const AnyIntegrator& method, const Problem& problem, const State& exact,
                      int steps) {
  const Counted counted(problem);
  return std::log2(distance(run(method, counted, steps), exact) /
                   distance(run(method, counted, 2 * steps), exact));
}

State fine_solution(const Problem& problem) {
  const Counted counted(problem);
  return run(make({"odeint_fehlberg78", {{"adaptive", false}}}), counted, 200);
}

/// The names that a parameter's rule "one of A B C" allows.
std::vector<std::string> choices(const AnyIntegrator& method, const std::string& parameter) {
  for (const auto& facts : method.parameters()) {
    if (facts.name != parameter) continue;
    std::istringstream words(facts.rule.text.substr(std::string("one of").size()));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

}  // namespace

TEST_CASE("peers at fixed steps have their declared order, no less and no more") {
  const auto damped = nonlinear_chain(0.2), undamped = nonlinear_chain(0), loaded = loaded_chain();
  const State damped_end = fine_solution(*damped), undamped_end = fine_solution(*undamped);
  for (const Peer& peer : fixed_peers) {
    const AnyIntegrator method = make(peer);
    INFO(peer.name);
    CHECK_FALSE(method.adaptive());
    const bool eighth = method.order(*damped) == 8;
    const int steps = eighth ? 10 : 80;
    if (method.unfit(*damped).empty())
      CHECK(measured_order(method, *damped, damped_end, steps) ==
            Approx(method.order(*damped)).margin(eighth ? 0.5 : 0.15));
    CHECK(measured_order(method, *undamped, undamped_end, steps) ==
          Approx(method.order(*undamped)).margin(eighth ? 0.5 : 0.15));
    // Dormand and Prince's method gains an order on linear problems, Fehlberg's varies about its
    // own.
    if (method.unfit(*loaded).empty() && method.order(*loaded) < 5)
      CHECK(measured_order(method, *loaded, *loaded->exact(2), 40) ==
            Approx(method.order(*loaded)).margin(0.1));
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
      const int order = method.order(*problem);
      CHECK(measured_order(method, *problem, end,
                           order == 8   ? 10
                           : order == 2 ? 320
                                        : 40) == Approx(order).margin(0.5));
    }
  }
}

TEST_CASE("the error of peers that choose their steps follows the tolerance") {
  const auto check = [](Peer peer, const Problem& problem, const State& exact) {
    double last = 0;
    for (const double rtol : {1e-4, 1e-6, 1e-8}) {
      peer.settings["rtol"] = rtol;
      const AnyIntegrator method = make(peer);
      CHECK(method.adaptive());
      const Counted counted(problem);
      const double error = distance(run(method, counted, 4), exact);
      INFO(peer.name << " rtol " << rtol << " error " << error);
      CHECK(error < 200 * rtol);
      if (last > 0) CHECK(error < last / 5);
      last = error;
    }
  };
  const auto loaded = loaded_chain(), nonlinear = nonlinear_chain(0.2);
  const State nonlinear_end = fine_solution(*nonlinear);
  for (const Peer& peer : adaptive_peers) {
    check(peer, *nonlinear, nonlinear_end);
    if (make(peer).order(*loaded) != 1) check(peer, *loaded, *loaded->exact(2));
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
    const bool matrix_free = peer.settings.contains("linear_solver") &&
                             std::get<std::string>(peer.settings.at("linear_solver")) == "spgmr";
    CHECK((work.jacobian_times > 0) == matrix_free);
    CHECK((work.krylov_vectors > 0) == matrix_free);
    const bool matrices = (implicit && !matrix_free) || peer.name == "odeint_rosenbrock4";
    CHECK((work.factorize > 0) == matrices);
    CHECK((work.stiffness > 0) == matrices);
    CHECK((work.damping > 0) == matrices);
    if (implicit && matrices) CHECK(work.solve == work.newton_iterations);
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
  for (const std::string kind : {"half", "full", "klu", "spgmr"}) {
    const Counted counted(*problem);
    ends.push_back(
        run(make({"arkode_dirk", {{"adaptive", false}, {"linear_solver", kind}}}), counted, 20));
    iterations.push_back(counted.work().newton_iterations);
  }
  CHECK(distance(ends[0], ends[1]) < 1e-12);
  CHECK(distance(ends[0], ends[2]) < 1e-12);
  CHECK(distance(ends[0], ends[3]) < 1e-8);
  // A wrong matrix would converge too, only later: five stages, an update and one to see it.
  CHECK(iterations[0] <= 20 * 5 * 2);
  CHECK(iterations[1] == iterations[0]);
  CHECK(iterations[2] == iterations[0]);
}

TEST_CASE("peers count the steps they choose") {
  const auto problem = nonlinear_chain(0);
  for (Peer peer : adaptive_peers) {
    INFO(peer.name);
    std::vector<long> taken;
    for (const double rtol : {1e-3, 1e-9}) {
      peer.settings["rtol"] = rtol;
      AnyIntegrator method = make(peer);
      const Counted counted(*problem);
      State u = problem->start();
      method.init(counted, 1);
      REQUIRE(method.step(u).ok());
      const long first = method.steps_taken();
      REQUIRE(method.step(u).ok());
      CHECK(u.t == 2);
      CHECK(first > 0);
      CHECK(method.steps_taken() > first);
      taken.push_back(method.steps_taken());
      method.init(counted, 1);
      CHECK(method.steps_taken() == 0);
    }
    CHECK(taken[1] > taken[0]);
  }
}

TEST_CASE("copies of a peer run on their own, and so does one that is used again") {
  const auto problem = nonlinear_chain(0.2);
  std::vector<Peer> peers = fixed_peers;
  peers.insert(peers.end(), adaptive_peers.begin(), adaptive_peers.end());
  for (const Peer& peer : peers) {
    if (!make(peer).unfit(*problem).empty()) continue;
    INFO(peer.name);
    const Counted counted(*problem);
    AnyIntegrator one = make(peer);
    const double tolerance = one.adaptive() ? 1e-4 : 1e-8;  // a copy may restart its step control
    const State alone = run(one, counted, 8);
    State u = problem->start();
    one.init(counted, 0.25);
    for (int i = 0; i < 3; ++i) REQUIRE(one.step(u).ok());
    AnyIntegrator two = one;
    State w = u;
    for (int i = 3; i < 8; ++i) {
      REQUIRE(two.step(w).ok());
      REQUIRE(one.step(u).ok());
    }
    CHECK(distance(u, alone) == 0);
    CHECK(distance(w, alone) < tolerance);
  }
}

TEST_CASE("a peer goes on from the state it is given, not from the one it remembers") {
  const auto problem = nonlinear_chain(0.2);
  std::vector<Peer> peers = fixed_peers;
  peers.insert(peers.end(), adaptive_peers.begin(), adaptive_peers.end());
  for (const Peer& peer : peers) {
    if (!make(peer).unfit(*problem).empty()) continue;
    INFO(peer.name);
    const Counted counted(*problem);
    AnyIntegrator used = make(peer), fresh = make(peer);
    used.init(counted, 0.1);
    fresh.init(counted, 0.1);
    State u = problem->start();
    REQUIRE(used.step(u).ok());
    u.v *= 0.5;
    State w = u;
    REQUIRE(used.step(u).ok());
    REQUIRE(fresh.step(w).ok());
    CHECK(distance(u, w) < (used.adaptive() ? 1e-5 : 1e-9));
  }
}

TEST_CASE("peers name what is out of their scope") {
  auto& problems = ProblemRegistry::instance();
  const auto splitting = make({"odeint_symplectic_rkn_sb3a"});
  CHECK_THAT(splitting.unfit(*nonlinear_chain(0.2)), Catch::Contains("depends on v"));
  CHECK_THAT(splitting.unfit(*problems.make("forced_oscillator")), Catch::Contains("depends on t"));
  CHECK(splitting.unfit(*nonlinear_chain(0)).empty());
  const auto dense = make({"odeint_rosenbrock4"});
  CHECK(dense.unfit(*problems.make("fput", {{"m", 100L}})).empty());
  CHECK_THAT(dense.unfit(*problems.make("fput", {{"m", 101L}})), Catch::Contains("at most 200"));
  CHECK_THROWS_WITH(make({"arkode_erk", {{"order", 7L}}}), Catch::Contains("2 3 4 5 6 8"));
}
