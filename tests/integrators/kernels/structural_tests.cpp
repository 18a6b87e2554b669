// Methods of structural dynamics and of graphics against methods that they contain, and their
// spectral radii and stability bounds, measured.

#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"
#include "tests/integrators/scratch_problems.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace structural_tests {

using namespace stiffbench;
using test::make;
using test::run;

namespace {

double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() + (a.v - b.v).norm() + std::abs(a.t - b.t);
}

/// x'' = -omega^2 x - 2 zeta omega x' with omega = 1.
test::Everything oscillator(double zeta) {
  Mat K(1, 1), D(1, 1);
  K.insert(0, 0) = 1;
  if (zeta > 0) D.insert(0, 0) = 2 * zeta;
  return test::Everything({.K = K,
                           .D = zeta > 0 ? D : Mat(),
                           .start = {0, Vec::Constant(1, 1), Vec::Constant(1, 0.3)}});
}

/// The mean growth of an oscillation per step, between these steps.
double growth(const AnyIntegrator& method, double y, double zeta, int first, int last) {
  const test::Everything problem = oscillator(zeta);
  const auto size = [&](int steps) {
    const State u = run(method, problem, y, steps);
    return std::hypot(u.x[0], y * u.v[0]) + std::hypot(u.x[0], u.v[0]);
  };
  return std::pow(size(last) / size(first), 1. / (last - first));
}

const TinyProblem::Parts all{.cubic = 1, .damping = 0.4, .cubic_damping = 0.3, .load = 1};

}  // namespace

TEST_CASE("bathe is tr_bdf2 at rho = 0, two trapezoidal half-steps at rho = 1, and R(inf) = rho") {
  const TinyProblem problem(all);
  for (double h : {0.05, 0.5}) {
    CHECK(distance(run(make("bathe", {{"rho", 0.0}}), problem, h, 20),
                   run(make("tr_bdf2"), problem, h, 20)) <= 1e-13);
    const Value tight = 1e-15;
    const double off =
        distance(run(make("bathe", {{"rho", 1.0}, {"tolerance", tight}}), problem, h, 20),
                 run(make("trapezoidal", {{"tolerance", tight}}), problem, h / 2, 40));
    INFO("differs by " << off);
    CHECK(off <= 1e-11);
  }
  CHECK(distance(run(make("bathe", {{"rho", 0.5}}), problem, 0.5, 20),
                 run(make("tr_bdf2"), problem, 0.5, 20)) > 1e-5);
  for (double rho : {0., 0.1, 0.5, 0.9, 1.}) {
    const StabilityProperties R = make("bathe", {{"rho", rho}})->stability()->properties();
    CHECK(R.at_infinity == Approx(rho).margin(1e-14));
    CHECK(R.a_stable);
    CHECK(R.linear_order == 2);
    CHECK((R.dissipation < 0) == (rho < 1));
  }
}

TEST_CASE("wbz_alpha has its spectral radius at infinity, and is the trapezoidal rule at 1") {
  const TinyProblem problem(all);
  CHECK(distance(run(make("wbz_alpha", {{"rho_inf", 1.0}}), problem, 0.5, 20),
                 run(make("newmark"), problem, 0.5, 20)) <= 1e-13);
  for (double rho : {0.5, 0.9})
    CHECK(growth(make("wbz_alpha", {{"rho_inf", rho}}), 1e5, 0, 200, 400) ==
          Approx(rho).margin(0.01));
}

TEST_CASE("noh_bathe is two steps of velocity Verlet at p = 1/2, and damps beyond") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  CHECK(distance(run(make("noh_bathe", {{"p", 0.5}}), problem, 0.3, 20),
                 run(make("velocity_verlet"), problem, 0.15, 40)) <= 1e-13);
  CHECK(growth(make("noh_bathe", {{"p", 0.5}}), 2.5, 0, 1000, 2000) == Approx(1).margin(1e-3));
  CHECK(growth(make("noh_bathe"), 2.5, 0, 10, 60) < 0.92);
  CHECK(growth(make("noh_bathe"), 0.1, 0, 100, 1000) > 0.9995);
}

TEST_CASE(
    "tchamwa_wielgosz is symplectic Euler at phi = 1, and has the bound 2 / sqrt(2 phi - 1)") {
  const TinyProblem problem(all);
  CHECK(distance(run(make("tchamwa_wielgosz", {{"phi", 1.0}}), problem, 0.1, 20),
                 run(make("symplectic_euler"), problem, 0.1, 20)) <= 1e-13);
  for (double phi : {1.033, 1.3}) {
    const AnyIntegrator method = make("tchamwa_wielgosz", {{"phi", phi}});
    const double bound = 2 / std::sqrt(2 * phi - 1);
    CHECK(growth(method, 0.999 * bound, 0, 1000, 2000) < 1);
    CHECK(growth(method, 1.001 * bound, 0, 1000, 2000) > 1);
  }
}

TEST_CASE("explicit_generalized_alpha has the spectral radius rho_b where its eigenvalues meet") {
  for (double rho : {0.5, 0.8}) {
    const AnyIntegrator method = make("explicit_generalized_alpha", {{"rho_b", rho}});
    const double met = (1 + rho) * std::sqrt(2 - rho);
    CHECK(growth(method, met, 0, 200, 400) == Approx(rho).margin(0.01));
    CHECK(growth(method, 0.9 * met, 0, 200, 400) > rho + 0.01);
    CHECK(growth(method, 1.1 * met, 0, 200, 400) > rho + 0.01);
  }
  CHECK(growth(make("explicit_generalized_alpha", {{"rho_b", 1.0}}), 1.9, 0, 1000, 2000) ==
        Approx(1).margin(1e-3));
}

TEST_CASE("implicit damping is stable for h omega < 2 zeta + 2 sqrt(zeta^2 + 1)") {
  const AnyIntegrator method = make("implicit_damping_euler");
  for (const auto& [zeta, bound] : {std::pair{0., 2.}, {0.1, 2.2099751}, {1., 4.8284271}}) {
    CHECK(2 * zeta + 2 * std::sqrt(zeta * zeta + 1) == Approx(bound).epsilon(1e-7));
    CHECK(growth(method, 0.999 * bound, zeta, 1000, 4000) < 1 + 1e-6);
    CHECK(growth(method, 1.001 * bound, zeta, 100, 300) > 1 + 1e-4);
  }
  const TinyProblem undamped({.cubic = 1, .load = 1});
  CHECK(distance(run(method, undamped, 0.1, 20),
                 run(make("symplectic_euler"), undamped, 0.1, 20)) <= 1e-13);
}

TEST_CASE("Newton updates: one is implicit Euler on linear problems, more approach it on others") {
  const TinyProblem linear({.damping = 0.4, .load = 1}), problem(all);
  CHECK(distance(run(make("newton_euler"), linear, 0.5, 20),
                 run(make("implicit_euler"), linear, 0.5, 20)) <= 1e-11);
  const State converged = run(make("implicit_euler"), problem, 0.5, 20);
  double before = 1;
  for (long updates : {1, 2, 3, 5}) {
    const AnyIntegrator method = make("newton_euler", {{"updates", updates}});
    const double off = distance(run(method, problem, 0.5, 20), converged);
    CHECK(off < 0.3 * before);
    before = off;
    const CountedProblem counted(problem);
    AnyIntegrator again = method;
    again->init(counted, 0.5);
    State u = problem.start();
    REQUIRE(again->step(u).ok());
    CHECK((counted.work().factorize == updates && counted.work().force == updates));
  }
  CHECK(before < 1e-10);
}

}  // namespace structural_tests
