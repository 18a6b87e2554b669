#pragma once

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace stiffbench {

/// A contestant of another library, with its settings.
struct Peer {
  std::string name;
  Settings settings = {};
};

inline AnyIntegrator make(const Peer& peer) {
  return IntegratorRegistry::instance().make(peer.name, peer.settings);
}

/// The view of a problem that methods get, with the initial state and the end time of the test's
/// runs.
struct Counted : CountedProblem {
  explicit Counted(const Problem& problem)
      : CountedProblem(problem), start(problem.start()), end_time(problem.end_time()) {}
  State start;
  double end_time;
};

/// The state after `steps` steps over the problem's whole time.
inline State run(AnyIntegrator method, const Counted& counted, int steps) {
  State u = counted.start;
  method->init(counted, counted.end_time / steps);
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method->step(u);
    INFO(method->facts().name << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

inline double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

/// Damped, loaded, a mass matrix that is not diagonal; its exact solution is known.
inline std::unique_ptr<Problem> loaded_chain() {
  return ProblemRegistry::instance().make(
      "forced_oscillator",
      {{"consistent", true}, {"alpha", 0.1}, {"beta", 0.02}, {"end_time", 2.0}});
}
inline std::unique_ptr<Problem> nonlinear_chain(double damping) {
  return ProblemRegistry::instance().make("duffing_chain",
                                          {{"damping", damping}, {"end_time", 2.0}});
}

/// log2 of the ratio of the errors with `steps` and twice as many.
inline double measured_order(const AnyIntegrator& method, const Problem& problem,
                             const State& exact, int steps) {
  const Counted counted(problem);
  return std::log2(distance(run(method, counted, steps), exact) /
                   distance(run(method, counted, 2 * steps), exact));
}

inline State fine_solution(const Problem& problem) {
  const Counted counted(problem);
  return run(make({"odeint_fehlberg78", {{"adaptive", false}}}), counted, 200);
}

/// The names that a parameter's rule "one of A B C" allows.
inline std::vector<std::string> choices(const AnyIntegrator& method, const std::string& parameter) {
  for (const auto& facts : method->parameters()) {
    if (facts.name != parameter) continue;
    std::istringstream words(facts.rule.text.substr(std::string("one of").size()));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

/// The error of a peer that chooses its steps is near its tolerance, and falls with it.
inline void check_tolerances(Peer peer, const Problem& problem, const State& exact,
                             double largest = 1e-4) {
  double last = 0;
  for (const double rtol : {largest, 1e-2 * largest, 1e-4 * largest}) {
    peer.settings["rtol"] = rtol;
    const AnyIntegrator method = make(peer);
    CHECK(method->adaptive());
    const Counted counted(problem);
    const double error = distance(run(method, counted, 4), exact);
    INFO(peer.name << " rtol " << rtol << " error " << error);
    CHECK(error < 200 * rtol);
    if (last > 0) CHECK(error < last / 5);
    last = error;
  }
}

/// A run that was copied in its middle, and goes on on its own, ends where it would have; the copy
/// ends there but for `tolerance`.
inline void check_copies(const Peer& peer, const Problem& problem, double tolerance) {
  INFO(peer.name);
  const Counted counted(problem);
  AnyIntegrator one = make(peer);
  const State alone = run(one, counted, 8);
  State u = problem.start();
  one->init(counted, 0.25);
  for (int i = 0; i < 3; ++i) REQUIRE(one->step(u).ok());
  AnyIntegrator two = one;
  State w = u;
  for (int i = 3; i < 8; ++i) {
    REQUIRE(two->step(w).ok());
    REQUIRE(one->step(u).ok());
  }
  CHECK(distance(u, alone) == 0);
  CHECK(distance(w, alone) < tolerance);
}

/// A peer goes on from the state it is given, not from the one that its library remembers.
inline void check_new_state(const Peer& peer, const Problem& problem, double tolerance) {
  INFO(peer.name);
  const Counted counted(problem);
  AnyIntegrator used = make(peer), fresh = make(peer);
  used->init(counted, 0.1);
  fresh->init(counted, 0.1);
  State u = problem.start();
  REQUIRE(used->step(u).ok());
  u.v *= 0.5;
  State w = u;
  REQUIRE(used->step(u).ok());
  REQUIRE(fresh->step(w).ok());
  CHECK(distance(u, w) < tolerance);
}

/// A peer that chooses its steps counts them, more where the tolerance is smaller.
inline void check_steps(Peer peer, const Problem& problem, double smallest = 1e-9) {
  INFO(peer.name);
  std::vector<long> taken;
  for (const double rtol : {1e-3, smallest}) {
    peer.settings["rtol"] = rtol;
    AnyIntegrator method = make(peer);
    const Counted counted(problem);
    State u = problem.start();
    method->init(counted, 1);
    REQUIRE(method->step(u).ok());
    const long first = method->steps_taken();
    REQUIRE(method->step(u).ok());
    CHECK(u.t == 2);
    CHECK(first > 0);
    CHECK(method->steps_taken() > first);
    taken.push_back(method->steps_taken());
    method->init(counted, 1);
    CHECK(method->steps_taken() == 0);
  }
  CHECK(taken[1] > taken[0]);
}

}  // namespace stiffbench
