// The estimated error of a step: the difference of two methods, whose stiff modes the matrix of an
// implicit stage damps.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/nystrom.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/kernels/split/imex.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/rows.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace estimate_tests {

using namespace stiffbench;
using Dense = Eigen::MatrixXd;

namespace {

Vec joined(const State& u) {
  Vec y(u.x.size() + u.v.size());
  y << u.x, u.v;
  return y;
}

State step_of(auto method, const Problem& problem, double h) {
  const CountedProblem counted(problem);
  method.init(counted, h);
  State u = problem.start();
  REQUIRE(method.step(u).ok());
  return u;
}

/// A tolerance just above the difference of the two methods of a pair accepts its first step, and
/// one just below rejects it.
void check_estimate(const std::string& name, const State& u, const State& embedded,
                    const Problem& problem, double h) {
  const Vec dx = u.x - embedded.x, dv = u.v - embedded.v;
  const double difference =
      std::sqrt(dx.dot(problem.linear_stiffness() * dx) + dv.dot(problem.mass().matrix() * dv));
  REQUIRE(difference > 1e-7);
  for (const double factor : {1 - 1e-6, 1 + 1e-6}) {
    INFO(name << ", " << factor - 1 << " beyond the difference " << difference);
    AnyIntegrator method = IntegratorRegistry::instance().make(
        name,
        {{"adaptive", true}, {"rtol", 1e-14}, {"atol", factor * difference}, {"initial_step", h}});
    const CountedProblem counted(problem);
    method->init(counted, h);
    State v = problem.start();
    REQUIRE(method->step(v).ok());
    CHECK((method->steps_taken() == 1) == (factor > 1));
  }
}

}  // namespace

TEST_CASE("the estimate of an explicit method is its result less that of the embedded method",
          "[adaptive]") {
  const TinyProblem problem({.cubic = 1, .damping = 1, .load = 1});
  const CountedProblem counted(problem);
  each_row(tableaus::explicit_rows, [&]<int S>(const Tableau<S>& table) {
    if (table.embedded.order == 0) return;
    INFO(table.name);
    Tableau<S> embedded = table;
    embedded.b = table.embedded.b;
    RungeKutta<S> one, other;
    State u = problem.start(), v = u, error;
    one.init(counted, 0.2);
    other.init(counted, 0.2);
    one.step(table, u);
    one.error(table, error);
    other.step(embedded, v);
    const Vec difference = joined(u) - joined(v);
    CHECK((joined(error) - difference).norm() <= 1e-12 * joined(u).norm());
    CHECK(difference.norm() > 1e-8 * joined(u).norm());
  });
}

TEST_CASE("the estimates of Nystroem and additive methods are those of their embedded methods",
          "[adaptive]") {
  constexpr double h = 0.2;
  const TinyProblem undamped({.cubic = 1, .load = 1}),
      problem({.cubic = 1, .damping = 1, .load = 1});
  int checked = 0;
  each_row(tableaus::nystrom_rows, [&]<int S>(const NystromTableau<S>& table) {
    if (!has_estimate(table)) return;
    ++checked;
    NystromTableau<S> embedded = table;
    embedded.b_position = table.embedded.b_position;
    embedded.b_velocity = table.embedded.b_velocity;
    check_estimate(table.name, step_of(Nystrom(table), undamped, h),
                   step_of(Nystrom(embedded), undamped, h), undamped, h);
  });
  CHECK(checked > 0);
  each_row(tableaus::imex_rows, [&]<int S>(const ImexTableau<S>& table) {
    ImexTableau<S> embedded = table;
    embedded.b = table.embedded.b;
    check_estimate(table.name, step_of(Imex(table), problem, h),
                   step_of(Imex(embedded), problem, h), problem, h);
  });
}

TEST_CASE("a difference is damped by the inverse of I - d J of the last stage", "[adaptive]") {
  const TinyProblem problem({.damping = 1});
  const CountedProblem counted(problem);
  const Eigen::Index n = problem.dof();
  Mat K, D;
  problem.stiffness(problem.start(), K);
  problem.damping(problem.start(), D);
  REQUIRE(D.norm() > 0);
  const Dense inverse = dense::inverse(problem.mass().matrix());
  Dense J = Dense::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -inverse * Dense(K);
  J.bottomRightCorner(n, n) = -inverse * Dense(D);
  for (const UpdateSolver solver : {UpdateSolver::cholesky, UpdateSolver::first_order})
    for (const double d : {0.01, 1., 100.}) {
      Newton newton;
      newton.linear_solver = solver;
      newton.init(counted);
      State u = problem.start();
      StageEquation stage{.t = u.t,
                          .x0 = u.x + d * u.v,
                          .v0 = u.v,
                          .a0 = {},
                          .mass = 1,
                          .velocity = d,
                          .position = d * d};
      Vec a;
      REQUIRE(newton.solve(stage, u, a).ok());
      State difference{0, Vec::LinSpaced(n, 1, 2), Vec::LinSpaced(n, -3, 1)};
      const Vec expected = dense::solve(Dense::Identity(2 * n, 2 * n) - d * J, joined(difference));
      REQUIRE(newton.damp(difference).ok());
      CHECK((joined(difference) - expected).norm() <= 1e-6 * expected.norm());
    }
}

}  // namespace estimate_tests
