// PETSc's contestants, in builds that have them.
#include "tests/integrators/peers/one_mass.hpp"
#include "tests/integrators/peers/peers.hpp"

#include <cmath>

namespace petsc_peers_tests {

using namespace stiffbench;

namespace {

Peer fixed(Peer peer) {
  peer.settings["adaptive"] = false;
  return peer;
}

/// Every method of PETSc's with what changes its equations.
const std::vector<Peer> peers = {
    {"petsc_alpha2"},
    {"petsc_rosw"},
    {"petsc_rosw", {{"linear_solver", std::string("first_order")}}},
    {"petsc_arkimex"},
    {"petsc_arkimex", {{"linear_solver", std::string("klu")}}},
    {"petsc_arkimex", {{"implicit_part", std::string("linear")}}},
};

bool explicit_part(const Peer& peer) { return peer.settings.contains("implicit_part"); }

/// A linear, undamped chain, without a load.
std::unique_ptr<Problem> linear_chain(double end_time) {
  return ProblemRegistry::instance().make("duffing_chain",
                                          {{"cubic", 0.0}, {"end_time", end_time}});
}

}  // namespace

TEST_CASE("PETSc's methods at fixed steps have their declared order, no less and no more") {
  const auto damped = nonlinear_chain(0.2), undamped = nonlinear_chain(0), loaded = loaded_chain();
  const State damped_end = fine_solution(*damped), undamped_end = fine_solution(*undamped);
  for (const Peer& peer : peers) {
    const AnyIntegrator method = make(fixed(peer));
    INFO(peer.name << (explicit_part(peer) ? ", linear part" : ""));
    CHECK_FALSE(method->adaptive());
    CHECK(measured_order(method, *damped, damped_end, 160) ==
          Approx(method->order(*damped)).margin(0.1));
    CHECK(measured_order(method, *undamped, undamped_end, 160) ==
          Approx(method->order(*undamped)).margin(0.1));
    CHECK(measured_order(method, *loaded, *loaded->exact(2), 160) ==
          Approx(method->order(*loaded)).margin(0.1));
  }
  // It begins with twice the acceleration, which shows at rho_inf below 1.
  for (const double rho_inf : {0.0, 0.8}) {
    const AnyIntegrator method = make(fixed({"petsc_alpha2", {{"rho_inf", rho_inf}}}));
    CHECK(method->order(*damped) == 1);
    CHECK(measured_order(method, *damped, damped_end, 640) == Approx(1).margin(0.1));
    CHECK(measured_order(method, *undamped, undamped_end, 640) == Approx(1).margin(0.1));
  }
}

TEST_CASE("every table of PETSc that is offered has the order that is declared for it") {
  const auto problem = nonlinear_chain(0.2), loaded = loaded_chain();
  const State end = fine_solution(*problem);
  for (const Settings& part : {Settings{}, Settings{{"implicit_part", std::string("linear")}}})
    for (const std::string name : {"petsc_rosw", "petsc_arkimex"}) {
      if (name == "petsc_rosw" && !part.empty()) continue;
      const auto types = choices(make({name}), "type");
      REQUIRE(types.size() > 5);
      for (const std::string& type : types) {
        Peer peer = fixed({name, part});
        peer.settings["type"] = type;
        const AnyIntegrator method = make(peer);
        INFO(name << " " << type << (part.empty() ? "" : ", linear part"));
        const int steps = method->order(*problem) == 2   ? 320
                          : method->order(*problem) == 3 ? 80
                                                         : 40;
        CHECK(measured_order(method, *problem, end, steps) ==
              Approx(method->order(*problem)).margin(0.3));
        CHECK(measured_order(method, *loaded, *loaded->exact(2), steps) ==
              Approx(method->order(*loaded)).margin(0.3));
      }
    }
}

TEST_CASE("the error of PETSc's methods with chosen steps follows the tolerance") {
  const auto loaded = loaded_chain(), nonlinear = nonlinear_chain(0.2);
  const State nonlinear_end = fine_solution(*nonlinear);
  for (const Peer& peer : peers) {
    const double largest = peer.name == "petsc_alpha2" ? 1e-2 : 1e-4;  // its round-off is large
    check_tolerances(peer, *nonlinear, nonlinear_end, largest);
    check_tolerances(peer, *loaded, *loaded->exact(2), largest);
  }
}

TEST_CASE("PETSc's methods count the steps they choose, and copies run on their own") {
  const auto undamped = nonlinear_chain(0), damped = nonlinear_chain(0.2);
  for (const Peer& peer : peers) {
    check_steps(peer, *undamped, peer.name == "petsc_alpha2" ? 1e-5 : 1e-9);
    // The acceleration of a copy of petsc_alpha2 is made anew, by implicit Euler.
    const double restart = peer.name == "petsc_alpha2" ? 1e-2 : 1e-8;
    check_copies(fixed(peer), *damped, restart);
    check_copies(peer, *damped, 1e-3);
    check_new_state(fixed(peer), *damped, 1e-9);
    check_new_state(peer, *damped, 1e-4);
  }
}

TEST_CASE("the work of PETSc's methods is in the ledger") {
  const auto problem = nonlinear_chain(0.2);
  constexpr int steps = 20;
  const auto work_of = [&](const Peer& peer) {
    const Counted counted(*problem);
    run(make(fixed(peer)), counted, steps);
    return counted.work();
  };
  for (const Peer& peer : peers) {
    const Work work = work_of(peer);
    INFO(peer.name << (explicit_part(peer) ? ", linear part" : ""));
    const bool newton = peer.name != "petsc_rosw" && !explicit_part(peer);
    CHECK(work.force >= steps);
    CHECK(work.krylov_vectors == 0);
    CHECK(work.newton_iterations == (newton ? work.solve : 0));
    CHECK(work.factorize == (newton ? work.newton_iterations : explicit_part(peer) ? 1 : steps));
    CHECK(work.stiffness == (explicit_part(peer) ? 0 : work.factorize));
    CHECK(work.damping == work.stiffness);
  }
  // With the exact matrix, linear systems take an update, and rarely one for the round-off.
  const auto linear = loaded_chain();
  for (const std::string name : {"petsc_alpha2", "petsc_arkimex"}) {
    const Counted counted(*linear);
    run(make(fixed({name})), counted, steps);
    const int systems = name == "petsc_alpha2" ? steps + 2 : 3 * steps;
    CHECK(counted.work().newton_iterations >= systems);
    CHECK(counted.work().newton_iterations <= systems * 5 / 4);
  }
  // Stages of ra34pw2, and of type 3 of which the first is explicit: one solve each.
  CHECK(work_of({"petsc_rosw"}).solve == 4 * steps);
  CHECK(work_of({"petsc_rosw"}).force == 4 * steps);
  CHECK(work_of({"petsc_arkimex", {{"implicit_part", std::string("linear")}}}).solve == 3 * steps);
}

TEST_CASE("the ways to solve the systems of PETSc's methods agree") {
  const auto problem = loaded_chain();
  for (const std::string name : {"petsc_rosw", "petsc_arkimex"}) {
    std::vector<State> ends;
    for (const std::string kind : {"half_size", "first_order", "klu"}) {
      const Counted counted(*problem);
      ends.push_back(run(make(fixed({name, {{"linear_solver", kind}}})), counted, 20));
    }
    CHECK(distance(ends[0], ends[1]) < 1e-12);
    CHECK(distance(ends[0], ends[2]) < 1e-12);
  }
}

TEST_CASE("rho_inf of petsc_alpha2 decides how the energy of fast modes ends") {
  const auto problem = linear_chain(400);
  const auto energy_left = [&](double rho_inf) {
    const Counted counted(*problem);
    const State end = run(make(fixed({"petsc_alpha2", {{"rho_inf", rho_inf}}})), counted, 200);
    return problem->energy(end) / problem->energy(problem->start());
  };
  CHECK(energy_left(1) == Approx(1).epsilon(0.05));
  CHECK(energy_left(0) < 0.1);
}

TEST_CASE("PETSc shortens a chosen step where the force is not finite, and no fixed one") {
  OneMass problem;
  for (const Peer& peer : peers) {
    INFO(peer.name);
    int calls = 0;  // not finite once
    problem.pull = [&](const State& u) { return ++calls == 7 ? std::nan("") : -u.x[0]; };
    CHECK(run_one(make(peer), problem, 1, 1).outcome.ok());
    CHECK(calls > 7);
    calls = 0;
    const OneRun ended = run_one(make(fixed(peer)), problem, 0.1, 10);
    CHECK(ended.outcome.status == Status::diverged);
    CHECK_THAT(ended.outcome.reason, Catch::Contains("not finite"));
    CHECK(calls < 12);
  }
}

TEST_CASE("what PETSc cannot solve is told as such") {
  OneMass problem;
  const auto outcome_of = [&](Peer peer) {
    return run_one(make(fixed(peer)), problem, 1, 1).outcome;
  };
  problem.pull = [](const State& u) { return -1e4 * u.x[0]; };  // and a stiffness of 1
  for (const std::string name : {"petsc_alpha2", "petsc_arkimex"}) {
    const Outcome outcome = outcome_of({name});
    CHECK(outcome.status == Status::newton_not_converged);
    CHECK_THAT(outcome.reason, Catch::StartsWith("DIVERGED_NONLINEAR_SOLVE (DIVERGED_"));
  }
  // 8 M + K = 0 in the two half-steps of implicit Euler that begin a run with h = 1
  problem.pull = [](const State& u) { return 8 * u.x[0]; };
  problem.stiff = -8;
  const Outcome singular = outcome_of({"petsc_alpha2"});
  CHECK(singular.status == Status::singular);
  INFO(singular.reason);
  CHECK_THAT(singular.reason, Catch::StartsWith("DIVERGED_NONLINEAR_SOLVE ("));
}

}  // namespace petsc_peers_tests
