// The estimated error of a step: the difference of two methods, whose stiff modes the matrix of an
// implicit stage damps.

#include "base/dense.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/rows.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

namespace estimate_tests {

using namespace stiffbench;
using Dense = Eigen::MatrixXd;

namespace {

Vec joined(const State& u) {
  Vec y(u.x.size() + u.v.size());
  y << u.x, u.v;
  return y;
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
