// exprb2 with the K of the problem and with the projected one, on a flag whose springs are
// compressed.

#include "integrators/contract/registry.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <memory>

namespace exprb2_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

const Settings projected{{"stiffness", std::string("projected")}};

std::unique_ptr<Problem> flag() {
  return ProblemRegistry::instance().make(
      "flag", {{"case", std::string("undamped")}, {"rows", 4L}, {"columns", 5L}});
}

/// The start with every particle moved by up to 1% of a spring, so that K is indefinite.
State compressed(const Problem& problem) {
  State u = problem.start();
  u.x += 1e-4 * random_vector(problem.dof(), 7);
  u.v += 1e-2 * random_vector(problem.dof(), 8);
  return u;
}

State run(const Problem& problem, State u, const std::string& name, double end, long steps,
          const Settings& settings = {}) {
  const CountedProblem counted(problem);
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  REQUIRE(method->why_not_applicable(problem).empty());
  method->init(counted, end / static_cast<double>(steps));
  for (long step = 0; step < steps; ++step) {
    const Outcome outcome = method->step(u);
    INFO(outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

}  // namespace

TEST_CASE("exprb2 with the projected stiffness is the formula with that matrix") {
  const auto problem = flag();
  const State u = compressed(*problem);
  const double h = 1e-3;
  Mat K, exact;
  projected_stiffness(*problem, u, K);
  problem->stiffness(u, exact);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> curvatures(Eigen::MatrixXd{exact});
  REQUIRE(curvatures.eigenvalues().minCoeff() < -1);

  Vec force, load_rate;
  phi::Pair F{u.v, {}}, Ft{Vec::Zero(problem->dof()), {}};
  problem->force(u, force);
  problem->mass().solve(force, F.v);
  problem->time_derivative(u, load_rate);
  problem->mass().solve(load_rate, Ft.v);
  const auto one = phi_oracle(problem->mass().matrix(), K, {}, 1, h, F);
  const auto two = phi_oracle(problem->mass().matrix(), K, {}, 2, h, Ft);
  const Vec x = u.x + h * one.x + h * h * two.x, v = u.v + h * one.v + h * h * two.v;

  const State got = run(*problem, u, "exprb2", h, 1, projected);
  CHECK((got.x - x).norm() < 1e-11 * (x - u.x).norm());
  CHECK((got.v - v).norm() < 1e-11 * v.norm());
  CHECK((run(*problem, u, "exprb2", h, 1).v - v).norm() > 1e-3 * v.norm());
}

TEST_CASE("exprb2 has order 2, and order 1 with the projected stiffness") {
  // A quarter of the spring's own oscillation, in all of which it is too short.
  const auto problem = ProblemRegistry::instance().make(
      "spring_pendulum", {{"omega", 20.0}, {"turn", 1.0}, {"strain", -0.1}});
  const double end = 0.05;
  const State start = problem->start(), exact = run(*problem, start, "rk4", end, 4000);
  const auto order = [&](const Settings& settings) {
    const auto error = [&](long steps) {
      return (run(*problem, start, "exprb2", end, steps, settings).v - exact.v).norm();
    };
    return std::log2(error(100) / error(200));
  };
  CHECK(order({}) == Approx(2).margin(0.1));
  CHECK(order(projected) == Approx(1).margin(0.1));
  const auto& registry = IntegratorRegistry::instance();
  CHECK(registry.make("exprb2")->order(*problem) == 2);
  CHECK(registry.make("exprb2", projected)->order(*problem) == 1);
}

TEST_CASE("exprb2 refuses a projected stiffness where K is never indefinite") {
  const auto fput = ProblemRegistry::instance().make("fput", {});
  CHECK_THAT(IntegratorRegistry::instance().make("exprb2", projected)->why_not_applicable(*fput),
             Contains("indefinite"));
}

}  // namespace exprb2_tests
