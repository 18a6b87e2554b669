// Estimates without an embedded table: Newmark's formulas against the true local error, and those
// of Radau methods against a dense writing of the formula.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"
#include "integrators/kernels/newton/collocation_error.hpp"
#include "integrators/kernels/newton/coupled_stages.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/stability_of.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace natural_estimate_tests {

using namespace stiffbench;
using Dense = Eigen::MatrixXd;

namespace {

Dense jacobian(const TinyProblem& problem) {
  const Eigen::Index n = problem.dof();
  Mat K, D;
  problem.stiffness(problem.start(), K);
  problem.damping(problem.start(), D);
  const Dense inverse = dense::inverse(problem.mass().matrix());
  Dense J = Dense::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -inverse * Dense(K);
  J.bottomRightCorner(n, n) = -inverse * Dense(D);
  return J;
}

Vec joined(const State& u) {
  Vec y(u.x.size() + u.v.size());
  y << u.x, u.v;
  return y;
}

}  // namespace

TEST_CASE("the estimate of Newmark's formulas is the error of a small step", "[adaptive]") {
  const TinyProblem undamped({}), damped({.damping = 1});
  const auto generalized = [](double rho) {
    const double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), shift = 1 - am + af;
    return NewmarkFamily::Weights{
        .beta = 0.25 * shift * shift, .gamma = shift - 0.5, .am = am, .af = af};
  };
  struct Case {
    const TinyProblem& problem;
    NewmarkFamily::Weights weights;
    double margin;
  };
  for (const Case& c : {Case{undamped, {.beta = 0.25, .gamma = 0.5}, 0.02},
                        {damped, {.beta = 0.25, .gamma = 0.5}, 0.02},
                        {undamped, {.beta = 0.3, .gamma = 0.6}, 0.05},
                        {undamped, generalized(0.8), 0.05},
                        {undamped, generalized(1. / 3), 0.05},
                        {undamped, generalized(0), 0.05}}) {
    INFO("beta " << c.weights.beta << ", gamma " << c.weights.gamma << ", am " << c.weights.am
                 << ", damped " << (&c.problem == &damped));
    const CountedProblem counted(c.problem);
    const Dense J = jacobian(c.problem);
    const double h = 2e-3;
    Newton newton;
    newton.options.tolerance = 1e-15;
    newton.init(counted);
    NewmarkFamily loop;
    loop.init(counted, h, c.weights);
    State u = c.problem.start(), error;
    constexpr int count = 30;  // the error of the first acceleration decays, by half with rho = 0
    for (int i = 0; i < count; ++i) {
      const Vec expected = dense::exponential(h * J) * joined(u);
      REQUIRE(loop.trial(h, u, error, newton).ok());
      const Vec difference = joined(u) - expected;
      if (i + 2 < count) continue;
      CHECK((joined(error) - difference).norm() < c.margin * difference.norm());
    }
  }
}

TEST_CASE("a trial of another size starts from the same state and acceleration", "[adaptive]") {
  const TinyProblem problem({.cubic = 1, .damping = 1, .load = 1});
  const CountedProblem counted(problem);
  const NewmarkFamily::Weights weights{.beta = 0.3, .gamma = 0.6, .am = 0.2, .af = 0.3};
  Newton newton;
  newton.init(counted);
  NewmarkFamily once, twice;
  once.init(counted, 0.1, weights);
  twice.init(counted, 0.1, weights);
  State u = problem.start(), w = u, rejected = u, error;
  REQUIRE(twice.trial(0.1, rejected, error, newton).ok());
  for (const double h : {0.01, 0.02}) {
    REQUIRE(once.trial(h, u, error, newton).ok());
    const State before = w;
    REQUIRE(twice.trial(5 * h, rejected = before, error, newton).ok());
    REQUIRE(twice.trial(h, w = before, error, newton).ok());
    CHECK((joined(u) - joined(w)).norm() <= 1e-13 * joined(u).norm());
  }
}

TEST_CASE("the estimate of a Radau method is its formula, damped", "[adaptive]") {
  const TinyProblem problem({.damping = 1});
  const CountedProblem counted(problem);
  const Dense J = jacobian(problem);
  const Eigen::Index n = problem.dof();
  each_row(tableaus::collocation_rows, [&]<int S>(const Tableau<S>& table) {
    if (table.embedded.order == 0) return;
    INFO(table.name);
    CHECK(table.embedded.order == S);
    const Dense A = matrix_of(table.a);
    const Vec weights = vector_of(table.b) - vector_of(table.embedded.b);
    CoupledStages stages;
    CollocationError estimate;
    stages.init(counted, 1, A, vector_of(table.b), vector_of(table.c));
    estimate.init(counted, A, weights);
    for (const double h : {0.01, 1., 100.}) {
      State u = problem.start(), error;
      const Vec start = joined(u);
      estimate.begin(u);
      stages.resize(h);
      REQUIRE(stages.step(u).ok());
      REQUIRE(estimate.estimate(h, stages.accelerations(), nullptr, error).ok());
      // The slopes solve (I - h A (x) J) F = J y.
      Dense system = Dense::Identity(2 * n * S, 2 * n * S);
      Vec right(2 * n * S);
      for (Eigen::Index i = 0; i < S; ++i) {
        right.segment(2 * n * i, 2 * n) = J * start;
        for (Eigen::Index j = 0; j < S; ++j)
          system.block(2 * n * i, 2 * n * j, 2 * n, 2 * n) -= h * A(i, j) * J;
      }
      const Vec slopes = dense::solve(system, right);
      Vec difference = -weights.sum() * h * (J * start);
      for (Eigen::Index i = 0; i < S; ++i)
        difference += h * weights[i] * slopes.segment(2 * n * i, 2 * n);
      const Vec expected =
          dense::solve(Dense::Identity(2 * n, 2 * n) - weights.sum() * h * J, difference);
      CHECK((joined(error) - expected).norm() <= 1e-8 * expected.norm() + 1e-13 * start.norm());
    }
  });
}

}  // namespace natural_estimate_tests
