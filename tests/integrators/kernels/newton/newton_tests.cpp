#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

namespace newton_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

const TinyProblem::Parts everything{.cubic = 3, .damping = 0.5, .cubic_damping = 2, .load = 1};

StageEquation euler_stage(const State& u, double h) {
  StageEquation stage;
  stage.t = u.t + h;
  stage.v0 = u.v;
  stage.x0 = u.x + h * u.v;
  stage.velocity = h;
  stage.position = h * h;
  return stage;
}

struct Solved {
  Outcome outcome;
  State u;
  Vec a;
  Work work;
};

Solved solve(Newton newton, const Problem& problem, double h) {
  const CountedProblem counted(problem);
  newton.init(counted);
  Solved solved;
  solved.u = problem.start();
  solved.outcome = newton.solve(euler_stage(problem.start(), h), solved.u, solved.a);
  solved.work = counted.work();
  return solved;
}

double residual(const Problem& problem, const Solved& solved) {
  Vec f, Ma;
  problem.force(solved.u, f);
  problem.mass().times(solved.a, Ma);
  return (f - Ma).norm() / f.norm();
}

/// x'' = -k atan(x): far out, its tangents throw Newton's iteration further and further. Feasible
/// for x < wall.
class Saturated final : public Problem, public FeasibleSteps {
 public:
  explicit Saturated(double k, double wall = 1e300)
      : mass_(Vec(Vec::Ones(1))), k_(k), wall_(wall) {}
  State start() const override { return {0, Vec::Constant(1, 10), Vec::Zero(1)}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  void force(const State& u, Vec& f) const override {
    f = u.x[0] < wall_ ? Vec::Constant(1, -k_ * std::atan(u.x[0]))
                       : Vec::Constant(1, std::numeric_limits<double>::infinity());
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = -k_ / (1 + u.x[0] * u.x[0]) * dx;
  }
  void stiffness(const State& u, Mat& K) const override {
    K.resize(1, 1);
    K.coeffRef(0, 0) = k_ / (1 + u.x[0] * u.x[0]);
    K.makeCompressed();
  }
  const Mat& linear_stiffness() const override { return mass_.matrix(); }
  double potential(const State&) const override { return 0; }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    return x[0] + dx[0] < wall_ ? 1 : (wall_ - x[0]) / dx[0];
  }
  double default_end_time() const override { return 1; }

 private:
  Mass mass_;
  double k_, wall_;
};

/// A derivative that is wrong by a factor.
class WrongStiffness final : public Problem {
 public:
  WrongStiffness(const Problem& inner, double factor) : inner_(inner), factor_(factor) {}
  State start() const override { return inner_.start(); }
  const Mass& mass() const override { return inner_.mass(); }
  ProblemTraits traits() const override { return inner_.traits(); }
  void force(const State& u, Vec& f) const override { inner_.force(u, f); }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    inner_.jacobian_times(u, dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override {
    inner_.stiffness(u, K);
    K *= factor_;
  }
  const Mat& linear_stiffness() const override { return inner_.linear_stiffness(); }
  double potential(const State& u) const override { return inner_.potential(u); }
  double default_end_time() const override { return 1; }

 private:
  const Problem& inner_;
  double factor_;
};

}  // namespace

TEST_CASE("Newton's iteration converges quadratically, with either matrix") {
  const TinyProblem problem(everything);
  Newton newton;
  newton.options.refactorize = Refactorize::always;
  newton.linear_solver = GENERATE(UpdateSolver::cholesky, UpdateSolver::first_order);
  const Solved exact = solve(newton, problem, 0.7);
  REQUIRE(exact.outcome.ok());
  CHECK(residual(problem, exact) <= 1e-14);
  newton.options.tolerance = 1e-300;
  double before = 0;
  int squared = 0;
  for (newton.options.max_iterations = 1; newton.options.max_iterations <= 5;
       ++newton.options.max_iterations) {
    const double error = (solve(newton, problem, 0.7).a - exact.a).norm() / exact.a.norm();
    if (before < 0.1 && before > 1e-6) {
      CHECK(error <= 10 * before * before + 1e-14);
      ++squared;
    }
    before = error;
  }
  CHECK(squared >= 2);
  CHECK(before <= 1e-14);
}

TEST_CASE("every rule of factorization gives the same stage, at its own price") {
  const TinyProblem problem(everything);
  Newton always, step, slow;
  always.options.refactorize = Refactorize::always;
  step.options.refactorize = Refactorize::step;
  step.options.max_iterations = 100;
  for (Newton* newton : {&always, &step, &slow})
    newton->options.line_search = LineSearch::none;  // it solves, too
  const Solved a = solve(always, problem, 0.5), b = solve(step, problem, 0.5),
               c = solve(slow, problem, 0.5);
  REQUIRE((a.outcome.ok() && b.outcome.ok() && c.outcome.ok()));
  CHECK((a.a - b.a).norm() <= 1e-11 * a.a.norm());
  CHECK((a.a - c.a).norm() <= 1e-11 * a.a.norm());
  CHECK(a.work.factorize == a.work.newton_iterations);
  CHECK(b.work.factorize == 1);
  CHECK(b.work.newton_iterations > a.work.newton_iterations);
  for (const Solved* s : {&a, &b, &c}) {
    CHECK(s->work.solve == s->work.newton_iterations);
    CHECK(s->work.stiffness == s->work.factorize);
    CHECK(s->work.damping == s->work.factorize);
  }
}

TEST_CASE("a linear problem is factorized once for a whole run") {
  const TinyProblem problem({.damping = 0.5, .load = 1});
  for (const char* name : {"implicit_euler", "implicit_midpoint", "trapezoidal", "newmark",
                           "sdirk2", "sdirk3", "tr_bdf2", "hht_alpha", "sdirk4347", "gauss4"}) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name);
    const CountedProblem counted(problem);
    method->init(counted, 0.1);
    State u = problem.start();
    for (int i = 0; i < 50; ++i) REQUIRE(method->step(u).ok());
    CHECK(counted.work().factorize == 1);
    CHECK(counted.work().newton_iterations <= 100 * method->facts().stages);
  }
}

TEST_CASE("a tolerance below round-off is met at round-off, not by luck") {
  // Stiff, so that the residual cannot vanish to the last bit.
  const TinyProblem stiff({.cubic = 3, .damping = 0.5, .load = 1, .stiffness = 1e9});
  Newton newton;
  newton.options.tolerance = 1e-30;
  for (double h : {0.3, 0.5, 0.7}) {
    const Solved solved = solve(newton, stiff, h);
    CHECK(solved.outcome.ok());
    Vec f, Ma;
    stiff.force(solved.u, f);
    stiff.mass().times(solved.a, Ma);
    CHECK((f - Ma).norm() <= 1e-14 * 5e9);  // eps times stiffness times the unit length it rounds
  }
  // A wrong matrix makes updates shrink slowly; that is not round-off.
  const TinyProblem undamped({.cubic = 3});
  const WrongStiffness wrong(undamped, GENERATE(3., 30.));
  newton.options.tolerance = 1e-12;
  const Solved slow = solve(newton, wrong, 0.7);
  if (slow.outcome.ok())
    CHECK(residual(undamped, slow) <= 1e-11);
  else
    CHECK(slow.outcome.status == Status::newton_not_converged);
  newton.options.max_iterations = 4000;
  const Solved patient = solve(newton, wrong, 0.7);
  CHECK(patient.outcome.ok());
  CHECK(residual(undamped, patient) <= 1e-11);
}

TEST_CASE("a line search brings home what plain Newton throws away") {
  const Saturated problem(100);
  Newton newton;
  newton.options.line_search = LineSearch::none;
  CHECK_FALSE(solve(newton, problem, 10).outcome.ok());
  newton.options.line_search = GENERATE(LineSearch::residual, LineSearch::natural);
  newton.options.refactorize =
      GENERATE(Refactorize::always, Refactorize::step, Refactorize::when_slow);
  newton.options.max_iterations = newton.options.refactorize == Refactorize::step ? 10000 : 100;
  const Solved match = solve(newton, problem, 10);
  INFO(name_of(newton.options.line_search)
       << " " << name_of(newton.options.refactorize) << ": " << match.outcome.reason);
  REQUIRE(match.outcome.ok());
  CHECK(residual(problem, match) <= 1e-8);
}

TEST_CASE("no update leaves what is feasible, even on the way") {
  Newton newton;
  newton.options.line_search = GENERATE(LineSearch::none, LineSearch::natural);
  const Solved free = solve(newton, Saturated(0.01), 1);
  REQUIRE(free.outcome.ok());
  // Started at 10, with the solution close below it and a wall close above.
  const Solved match = solve(newton, Saturated(0.01, 10.001), 1);
  REQUIRE(match.outcome.ok());
  CHECK(match.a[0] == Approx(free.a[0]).epsilon(1e-10));
  State moving = Saturated(0.01).start();
  moving.v[0] = 1;  // the solution is behind the wall: the iteration stays before it, and says so
  const Saturated walled(0.01, 10.5);
  const CountedProblem counted(walled);
  newton.init(counted);
  State u = moving;
  Vec a;
  CHECK_FALSE(newton.solve(euler_stage(moving, 1), u, a).ok());
}

TEST_CASE("an indefinite matrix is counted, and corrected where that is asked for") {
  const TinyProblem problem({.cubic = 10, .stiffness = -1});
  Newton lu, diagonal;
  lu.options.hessian_correction = HessianCorrection::none;
  diagonal.options.hessian_correction = HessianCorrection::mass_shift;
  const Solved a = solve(lu, problem, 1.2), b = solve(diagonal, problem, 1.2);
  INFO(a.outcome.reason << b.outcome.reason);
  REQUIRE((a.outcome.ok() && b.outcome.ok()));
  CHECK(residual(problem, a) <= 1e-11);
  CHECK(residual(problem, b) <= 1e-11);
  for (const Solved* s : {&a, &b}) CHECK(s->work.indefinite > 0);
  CHECK(a.work.factorize == a.work.stiffness + a.work.indefinite);
  CHECK(b.work.factorize > b.work.stiffness);
  // Near an unstable rest the corrected matrix points uphill, and the search says so.
  const TinyProblem unstable({.cubic = 1, .stiffness = -2});
  CHECK(solve(lu, unstable, 0.8).outcome.ok());
  CHECK_THAT(solve(diagonal, unstable, 0.8).outcome.reason, Contains("shortened to 0,"));
  // Nothing is corrected where nothing is indefinite.
  CHECK(solve(diagonal, TinyProblem(everything), 0.7).work.indefinite == 0);
}

TEST_CASE("what stops Newton is told, with numbers") {
  Newton newton;
  newton.options.max_iterations = 2;
  const Solved few = solve(newton, TinyProblem(everything), 0.7);
  CHECK(few.outcome.status == Status::newton_not_converged);
  CHECK_THAT(few.outcome.reason, Contains("update 2 of at most 2") && Contains("1.0e-12"));

  // M + h^2 K is tridiagonal(0, 2.6) here: singular.
  Newton lu;
  lu.options.hessian_correction = HessianCorrection::none;
  CHECK(solve(lu, TinyProblem({.stiffness = -0.8}), 1).outcome.status == Status::singular);
  CHECK(solve(Newton{}, TinyProblem({.stiffness = -0.8}), 1).outcome.status ==
        Status::newton_not_converged);

  // The matrix overflows, or only the force does.
  CHECK(solve(Newton{}, TinyProblem({.cubic = 1e308}), 1).outcome.status == Status::diverged);
  CHECK(solve(Newton{}, TinyProblem({.load = 1e308}), 1).outcome.status == Status::diverged);
}

TEST_CASE("the state moves only when a step is ok, and the integrator can go on") {
  const TinyProblem problem(everything), singular({.stiffness = -0.8});
  for (const char* name : {"implicit_euler", "implicit_midpoint", "trapezoidal", "bdf2", "newmark",
                           "generalized_alpha", "sdirk2", "sdirk3", "tr_bdf2", "tr_bdf2_b",
                           "hht_alpha", "sdirk4347", "gauss4", "gauss6"}) {
    INFO(name);
    AnyIntegrator method = IntegratorRegistry::instance().make(name, {{"max_iterations", 1L}});
    const CountedProblem counted(problem);
    method->init(counted, 0.5);
    State u = problem.start();
    CHECK(method->step(u).status == Status::newton_not_converged);
    CHECK((u.t == problem.start().t && u.x == problem.start().x && u.v == problem.start().v));
    method->assign({{"max_iterations", 25L}});
    CHECK(method->step(u).ok());
    CHECK(u.t == 0.75);
    // A second step that fails leaves the first where it is.
    method->assign({{"max_iterations", 1L}});
    const State before = u;
    CHECK_FALSE(method->step(u).ok());
    CHECK((u.t == before.t && u.x == before.x && u.v == before.v));
  }
  // These prepare their matrix before the first step, and say then what came of it.
  for (const char* name : {"v_imex", "cnab"})
    for (const auto& [solver, status] :
         {std::pair("cholesky", Status::singular), std::pair("pcg", Status::indefinite)}) {
      AnyIntegrator method =
          IntegratorRegistry::instance().make(name, {{"linear_solver", std::string(solver)}});
      const CountedProblem counted(singular);
      method->init(counted, 2);
      State u = problem.start();
      CHECK(method->step(u).status == status);
      CHECK((u.x == problem.start().x && u.v == problem.start().v));
    }
}

TEST_CASE("tolerances and rules that make no sense are refused") {
  auto& registry = IntegratorRegistry::instance();
  CHECK_THROWS_WITH(registry.make("bdf2", {{"tolerance", -1.0}}), Contains("tolerance"));
  CHECK_THROWS_WITH(registry.make("bdf2", {{"max_iterations", 0L}}), Contains("at least 1"));
  CHECK_THROWS_WITH(registry.make("bdf2", {{"refactorize", std::string("never")}}),
                    Contains("when_slow"));
  CHECK_THROWS_WITH(registry.make("generalized_alpha", {{"rho_inf", 1.1}}),
                    Contains("from 0 to 1"));
  CHECK_NOTHROW(registry.make("generalized_alpha", {{"rho_inf", 1.0}}));
}

}  // namespace newton_tests
