// The norm in which peers compare errors with their tolerances: the suite's own by default.

#include "base/dense.hpp"
#include "integrators/peers/error_measure.hpp"
#include "tests/integrators/peers/peers.hpp"
#include "tests/integrators/scratch_problems.hpp"

namespace peers_norm_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using namespace std::string_literals;

namespace {

const std::vector<std::string> with_norm = {"cvode_adams",      "cvode_bdf",   "arkode_erk",
                                            "arkode_dirk",      "arkode_imex", "odeint_dopri5",
                                            "odeint_fehlberg78"};

/// A body that is free to move along a direction in which nothing has stiffness.
Everything::Data free_body() {
  Everything::Data data{lumped_mass(3), with_eigenvalues((Vec(3) << 0, 4, 30).finished())};
  data.start = {0, random_vector(3, 33), random_vector(3, 34)};
  return data;
}

Vec free_direction(const Mat& K) {
  dense::SymmetricEigen eigen(K.rows());
  REQUIRE(eigen.decompose(Eigen::MatrixXd(K)));
  return eigen.vectors().col(0);
}

long steps(const Problem& problem, const Peer& peer) {
  const CountedProblem counted(problem);
  AnyIntegrator method = make(peer);
  method->init(counted, 5);
  State u = problem.start();
  const Outcome outcome = method->step(u);
  INFO(peer.name << ": " << outcome.reason);
  REQUIRE(outcome.ok());
  return method->steps_taken();
}

}  // namespace

TEST_CASE("all methods with a choice of norms have the energy norm by default", "[peers]") {
  std::vector<std::string> peers;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    for (const auto& parameter : method->parameters())
      if (parameter.name == "norm") {
        INFO(method->facts().name);
        CHECK(parameter.value == Value("energy"s));
        if (!method->facts().library.empty()) peers.push_back(method->facts().name);
      }
  std::vector<std::string> expected = with_norm;
  std::ranges::sort(expected);
  CHECK(peers == expected);
}

TEST_CASE("the energy norm of a peer's vector is sqrt(x' K0 x + v' M v)", "[peers]") {
  const Everything problem(free_body());
  const CountedProblem counted(problem);
  EnergyMeasure measure(counted, {.rtol = 1e-3, .atol = 0});
  const Vec x = random_vector(3, 1), v = random_vector(3, 2);
  Vec y(6);
  y << x, v;
  const double norm =
      std::sqrt(x.dot(problem.linear_stiffness() * x) + v.dot(problem.mass().matrix() * v));
  CHECK(measure.norm(y.data()) == Approx(norm).epsilon(1e-13));
  const Vec rest = Vec::Zero(6), half = y / 2;
  CHECK(measure.allowed(rest.data(), y.data()) == Approx(1e-3 * norm));
  CHECK(measure.allowed(rest.data(), rest.data()) == Approx(1e-6));
  CHECK(measure.allowed(y.data(), rest.data()) == Approx(1e-3 * norm));
  CHECK(measure.allowed(half.data(), rest.data()) == Approx(1e-3 * norm));  // the largest so far
}

TEST_CASE("where a body lies has no effect on steps chosen in the energy norm", "[peers]") {
  Everything::Data data = free_body();
  const Everything here(data);
  data.start.x += 1e3 * free_direction(data.K);
  const Everything there(data);
  for (const std::string& name : with_norm) {
    INFO(name);
    const Settings energy{{"rtol", 1e-6}}, components{{"rtol", 1e-6}, {"norm", "components"s}};
    const long expected = steps(here, {name, energy});
    CHECK(std::abs(steps(there, {name, energy}) - expected) <= 2);
    CHECK(steps(here, {name, components}) != expected);
  }
}

TEST_CASE("errors of peers follow the tolerance in the energy norm, also from rest", "[peers]") {
  Everything::Data data = free_body();
  const Everything moving(data);
  data.start = {0, Vec::Zero(3), Vec::Zero(3)};
  data.load2 = random_vector(3, 32);
  const Everything resting(data);
  for (const Everything* problem : {&moving, &resting}) {
    const CountedProblem reference(*problem);
    AnyIntegrator gauss = IntegratorRegistry::instance().make("gauss6");
    gauss->init(reference, 5e-3);
    State exact = problem->start();
    double largest = 0;
    EnergyMeasure measure(reference, {});
    const auto norm = [&](const State& u) {
      Vec y(6);
      y << u.x, u.v;
      return measure.norm(y.data());
    };
    for (int i = 0; i < 1000; ++i) {
      REQUIRE(gauss->step(exact).ok());
      largest = std::max(largest, norm(exact));
    }
    for (const std::string& name : with_norm)
      for (const double rtol : {1e-4, 1e-6, 1e-8}) {
        INFO(name << ", rtol " << rtol << ", from rest " << (problem == &resting));
        const CountedProblem counted(*problem);
        AnyIntegrator method = make({name, {{"rtol", rtol}}});
        method->init(counted, 5);
        State u = problem->start();
        REQUIRE(method->step(u).ok());
        const State off{0, u.x - exact.x, u.v - exact.v};
        CHECK(norm(off) < 300 * rtol * largest);
        CHECK(norm(off) > 1e-4 * rtol * largest);
      }
  }
}

TEST_CASE("a norm without effect is refused", "[peers]") {
  for (const std::string& name : {"arkode_erk"s, "odeint_dopri5"s})
    CHECK_THROWS_WITH(make({name, {{"adaptive", false}, {"norm", "components"s}}}),
                      Catch::Contains("norm has no effect with adaptive=false"));
}

TEST_CASE("the first step of a peer may be that of the suite's own step control", "[peers]") {
  const auto problem = nonlinear_chain(0.3);
  for (const std::string& name : with_norm) {
    INFO(name);
    const auto forces = [&](const char* first_step) {
      AnyIntegrator method = make({name, {{"first_step", first_step}, {"rtol", 1e-5}}});
      Counted counted(*problem);
      const State end = run(std::move(method), counted, 1);
      CHECK(distance(end, run(make({"rk4"}), Counted(*problem), 4000)) < 1e-2);
      return counted.work().force;
    };
    // Another first step leads to other steps, and the forces that find it are counted.
    CHECK(forces("suite") != forces("library"));
  }
  PeerTolerance tolerance;
  const CountedProblem counted(*problem);
  const State start = problem->start();
  CHECK_FALSE(tolerance.first_size(counted, 5, start, 2));
  CHECK(counted.work().force == 0);
  tolerance.first_step = FirstStep::suite;
  const double fine = tolerance.first_size(counted, 5, start, 2).value();
  CHECK(counted.work().force == 2);
  // It grows with the fifth root of the tolerance, up to the span.
  tolerance.rtol *= 32;
  CHECK(tolerance.first_size(counted, 5, start, 2).value() == Approx(2 * fine).epsilon(0.01));
  CHECK(tolerance.first_size(counted, 5, start, fine / 10).value() == Approx(fine / 10));
  CHECK_THROWS_WITH(make({"arkode_dirk", {{"adaptive", false}, {"first_step", "suite"s}}}),
                    Catch::Contains("first_step has no effect"));
}

TEST_CASE("the first step of a peer may be given", "[peers]") {
  const auto problem = nonlinear_chain(0.3);
  const State expected = run(make({"rk4"}), Counted(*problem), 4000);
  for (const std::string& name : with_norm) {
    INFO(name);
    const auto forces = [&](double initial_step) {
      Counted counted(*problem);
      const State end =
          run(make({name, {{"initial_step", initial_step}, {"rtol", 1e-5}}}), counted, 1);
      CHECK(distance(end, expected) < 1e-2);
      return counted.work().force;
    };
    CHECK(forces(1e-6) != forces(1e-3));  // another first step leads to other steps
  }
  PeerTolerance tolerance;
  tolerance.initial_step = 0.5;
  const CountedProblem counted(*problem);
  CHECK(tolerance.first_size(counted, 5, problem->start(), 2).value() == 0.5);
  CHECK(tolerance.first_size(counted, 5, problem->start(), 0.1).value() == 0.1);
  CHECK(counted.work().force == 0);
  for (const std::string& name : with_norm)
    CHECK_THROWS_WITH(make({name, {{"initial_step", 0.1}, {"first_step", "suite"s}}}),
                      Catch::Contains("got initial_step=0.1 and first_step=suite; leave one"));
  for (const std::string& name : {"arkode_erk"s, "odeint_dopri5"s})
    CHECK_THROWS_WITH(make({name, {{"adaptive", false}, {"initial_step", 0.1}}}),
                      Catch::Contains("initial_step has no effect with adaptive=false"));
}

}  // namespace peers_norm_tests
