// Coupled stages against methods that take their stages one after the other, and against dense
// algebra; what stops them; what they cost.

#include "base/dense.hpp"
#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/coupled_stages.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

namespace coupled_stages_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using Dense = Eigen::MatrixXd;

namespace {

const TinyProblem::Parts everything{.cubic = 3, .damping = 0.5, .cubic_damping = 2, .load = 1};

struct Table {
  Dense A;
  Vec b, c;
};

/// Gauss' method with two stages.
Table gauss() {
  const double r = std::sqrt(3.) / 6;
  Table table{Dense(2, 2), Vec::Constant(2, 0.5), Vec(2)};
  table.A << 0.25, 0.25 - r, 0.25 + r, 0.25;
  table.c << 0.5 - r, 0.5 + r;
  return table;
}

State run(CoupledStages stages, const Table& table, const CountedProblem& problem, double h,
          int steps) {
  stages.init(problem, h, table.A, table.b, table.c);
  State u = TinyProblem({}).start();  // of every problem of its kind
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = stages.step(u);
    INFO(outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

State run(const std::string& name, const Problem& problem, double h, int steps) {
  const CountedProblem counted(problem);
  AnyIntegrator method = IntegratorRegistry::instance().make(name);
  method->init(counted, h);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
  return u;
}

double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() + (a.v - b.v).norm() + std::abs(a.t - b.t);
}

}  // namespace

TEST_CASE("tables whose stages come one after the other give the same steps when coupled") {
  const TinyProblem tiny(everything);
  const CountedProblem problem(tiny);
  Table euler{Dense::Ones(1, 1), Vec::Ones(1), Vec::Ones(1)};
  Table explicit_euler{Dense::Zero(1, 1), Vec::Ones(1), Vec::Zero(1)};
  Table trapezoidal{Dense::Zero(2, 2), Vec::Constant(2, 0.5), Vec::LinSpaced(2, 0, 1)};
  trapezoidal.A.row(1).setConstant(0.5);  // its first row is zero
  Table rk4{Dense::Zero(4, 4), Vec(4), Vec(4)};
  rk4.A(1, 0) = rk4.A(2, 1) = 0.5;
  rk4.A(3, 2) = 1;
  rk4.b << 1. / 6, 1. / 3, 1. / 3, 1. / 6;
  rk4.c << 0, 0.5, 0.5, 1;
  const CoupledStages stages;
  CHECK(distance(run(stages, euler, problem, 0.3, 5), run("implicit_euler", tiny, 0.3, 5)) < 1e-11);
  CHECK(distance(run(stages, trapezoidal, problem, 0.3, 5), run("trapezoidal", tiny, 0.3, 5)) <
        1e-11);
  CHECK(distance(run(stages, explicit_euler, problem, 0.02, 5),
                 run("explicit_euler", tiny, 0.02, 5)) < 1e-12);
  CHECK(distance(run(stages, rk4, problem, 0.1, 5), run("rk4", tiny, 0.1, 5)) < 1e-12);
}

TEST_CASE("coupled stages of a linear problem are one dense system") {
  const TinyProblem tiny({.damping = 0.3, .load = 1});
  const CountedProblem problem(tiny);
  const Table table = gauss();
  const double h = GENERATE(0.05, 1.5);
  Mat K, D;
  tiny.stiffness(tiny.start(), K);
  tiny.damping(tiny.start(), D);
  const Dense inverse = dense::inverse(tiny.mass().matrix());
  Dense J = Dense::Zero(6, 6);
  J.topRightCorner(3, 3).setIdentity();
  J.bottomLeftCorner(3, 3) = -inverse * Dense(K);
  J.bottomRightCorner(3, 3) = -inverse * Dense(D);
  Vec y(6);
  y << tiny.start().x, tiny.start().v;
  for (int n = 0; n < 10; ++n) {
    Dense S = Dense::Identity(12, 12);
    Vec right(12);
    for (int i = 0; i < 2; ++i) {
      right.segment(6 * i, 6) = J * y;
      const double t = tiny.start().t + (n + table.c[i]) * h;
      right.segment(6 * i + 3, 3) += inverse * tiny.load() * std::sin(3 * t);
      for (int j = 0; j < 2; ++j) S.block(6 * i, 6 * j, 6, 6) -= h * table.A(i, j) * J;
    }
    const Vec slopes = dense::solve(S, right);
    y += h * (table.b[0] * slopes.head(6) + table.b[1] * slopes.tail(6));
  }
  const State u = run(CoupledStages{}, table, problem, h, 10);
  CHECK((u.x - y.head(3)).norm() + (u.v - y.tail(3)).norm() <= 1e-12);
  CHECK(problem.work().factorize == 1);
  CHECK(problem.work().newton_iterations <= 20);
}

TEST_CASE("every rule of factorization and of line search gives the same coupled step") {
  const TinyProblem tiny(everything);
  const State expected = [&] {
    CoupledStages strict;
    strict.options.refactorize = Refactorize::always;
    strict.options.line_search = LineSearch::none;
    return run(strict, gauss(), CountedProblem(tiny), 0.5, 3);
  }();
  CoupledStages stages;
  stages.options.refactorize =
      GENERATE(Refactorize::always, Refactorize::step, Refactorize::when_slow);
  stages.options.line_search =
      GENERATE(LineSearch::none, LineSearch::residual, LineSearch::natural);
  const CountedProblem problem(tiny);
  CHECK(distance(run(stages, gauss(), problem, 0.5, 3), expected) < 1e-11);
  CHECK(problem.work().stiffness == 2 * problem.work().factorize);
  if (stages.options.refactorize == Refactorize::always)
    CHECK(problem.work().factorize == problem.work().newton_iterations);
  if (stages.options.refactorize == Refactorize::step) CHECK(problem.work().factorize == 3);
}

TEST_CASE("Hessian corrections of coupled stages change the way, not the step") {
  const TinyProblem well({.cubic = 10, .stiffness = -2});
  CoupledStages corrected;
  corrected.options.hessian_correction = HessianCorrection::mass_shift;
  const CountedProblem plain(well), counted(well);
  const State expected = run(CoupledStages{}, gauss(), plain, 3, 1);
  CHECK(distance(run(corrected, gauss(), counted, 3, 1), expected) < 1e-11);
  CHECK(plain.work().indefinite == 0);  // LU does not notice
  CHECK(counted.work().indefinite > 0);
  // Nothing is corrected where nothing is indefinite: two stages and the whole are factorized.
  const TinyProblem convex(everything);
  const CountedProblem definite(convex);
  CHECK(distance(run(corrected, gauss(), definite, 0.5, 1),
                 run(CoupledStages{}, gauss(), CountedProblem(convex), 0.5, 1)) == 0);
  CHECK(definite.work().indefinite == 0);
  CHECK(2 * definite.work().factorize == 3 * definite.work().stiffness);
}

TEST_CASE("coupled stages of a crumpled bunny are solved with a Hessian correction") {
  const auto bunny = ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("300")}, {"variant", std::string("two_scale")}});
  CoupledStages stages;
  stages.newton = CoupledNewton::full;
  stages.options.hessian_correction = GENERATE(
      HessianCorrection::none, HessianCorrection::mass_shift, HessianCorrection::psd_projection);
  State crumpled = bunny->start();
  crumpled.x = 0.02 * (Vec::LinSpaced(crumpled.x.size(), 0, 900).array().square().sin());
  const CountedProblem problem(*bunny);
  const Table table = gauss();
  stages.init(problem, 0.03, table.A, table.b, table.c);
  const Outcome outcome = stages.step(crumpled);
  INFO(name_of(stages.options.hessian_correction) << ": " << outcome.reason);
  const bool corrects = stages.options.hessian_correction != HessianCorrection::none;
  CHECK(outcome.ok() == corrects);
  CHECK((problem.work().indefinite > 0) == corrects);
}

TEST_CASE("a tolerance below round-off is met at round-off by coupled stages, too") {
  const TinyProblem stiff({.cubic = 3, .damping = 0.5, .load = 1, .stiffness = 1e9});
  CoupledStages stages;
  stages.options.tolerance = 1e-30;
  const State u = run(stages, gauss(), CountedProblem(stiff), 0.3, 3);
  CHECK(distance(u, run(CoupledStages{}, gauss(), CountedProblem(stiff), 0.3, 3)) <=
        1e-9 * u.v.norm());
}

TEST_CASE(
    "what stops coupled stages is told with stage, iteration and residual, and nothing moves") {
  const auto fails = [](CoupledStages stages, const Problem& tiny, double h) {
    const CountedProblem problem(tiny);
    const Table table = gauss();
    stages.init(problem, h, table.A, table.b, table.c);
    State u = tiny.start();
    const Outcome outcome = stages.step(u);
    CHECK((u.t == tiny.start().t && u.x == tiny.start().x && u.v == tiny.start().v));
    return outcome;
  };
  CoupledStages few;
  few.options.max_iterations = 1;
  const Outcome outcome = fails(few, TinyProblem(everything), 0.7);
  CHECK(outcome.status == Status::newton_not_converged);
  CHECK_THAT(outcome.reason, Contains("iteration 1, residual") && Contains("of 2"));
  CHECK(fails({}, TinyProblem({.load = 1e308, .stiffness = 1e308}), 1).status == Status::diverged);
  CHECK_THAT(fails({}, TinyProblem({.cubic = 1e308}), 1).reason, Contains("residual"));
  // Gauss' R(z) has its poles at 3 +- i sqrt 3: with D = -d M and K = k M the matrix is singular
  // where z^2 - d z + k = 0 has that root. (K and D here are no multiples of M: one stage does.)
  const Table midpoint{Dense::Constant(1, 1, 0.5), Vec::Ones(1), Vec::Constant(1, 0.5)};
  const TinyProblem tiny({.stiffness = -0.8});  // M + (h/2)^2 K = tridiagonal(0, 2.6) at h = 2
  const CountedProblem problem(tiny);
  CoupledStages stages;
  stages.init(problem, 2, midpoint.A, midpoint.b, midpoint.c);
  State u = tiny.start();
  const Outcome singular = stages.step(u);
  CHECK(singular.status == Status::singular);
  CHECK_THAT(singular.reason, Contains("stage 1 of 1, iteration 1"));
  CHECK_THROWS_WITH(stages.init(problem, 2, midpoint.A, Vec::Ones(2), midpoint.c),
                    Contains("1 x 1, 2 and 1"));
}

}  // namespace coupled_stages_tests
