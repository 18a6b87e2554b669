// Newton's method in the optimization form, and the methods that stand on it.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

namespace energy_form_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

Newton energy_newton() {
  Newton newton;
  newton.options.line_search = LineSearch::energy;
  return newton;
}

struct Solved {
  Outcome outcome;
  State u;
  Vec a;
  Work work;
};

/// The implicit Euler stage from `start`.
Solved solve(Newton newton, const Problem& problem, const State& start, double h) {
  const CountedProblem counted(problem);
  newton.init(counted);
  StageEquation stage;
  stage.t = start.t + h;
  stage.v0 = start.v;
  stage.x0 = start.x + h * start.v;
  stage.velocity = h;
  stage.position = h * h;
  Solved solved;
  solved.u = start;
  solved.outcome = newton.solve(stage, solved.u, solved.a);
  solved.work = counted.work();
  return solved;
}

/// A particle between two walls with the potential -log(1 - x^2): infinite where |x| >= 1.
class Box final : public Problem, public FeasibleSteps {
 public:
  explicit Box(double x0 = 0.5, double v0 = 3) : mass_(Vec(Vec::Ones(1))), x0_(x0), v0_(v0) {}
  State start() const override { return {0, Vec::Constant(1, x0_), Vec::Constant(1, v0_)}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  void force(const State& u, Vec& f) const override {
    f = Vec::Constant(1, inside(u) ? -2 * u.x[0] / room(u) : NAN);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = -slope(u) * dx;
  }
  void stiffness(const State& u, Mat& K) const override {
    if (K.rows() != 1) K = mass_.matrix();
    K.coeffRef(0, 0) = slope(u);
  }
  const Mat& linear_stiffness() const override { return mass_.matrix(); }
  double potential(const State& u) const override {
    return inside(u) ? -std::log(room(u)) : INFINITY;
  }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    const double wall = dx[0] > 0 ? 1 : -1;
    return std::abs(x[0] + dx[0]) < 1 ? 1 : (wall - x[0]) / dx[0];
  }
  double default_end_time() const override { return 1; }

 private:
  static double room(const State& u) { return (1 - u.x[0]) * (1 + u.x[0]); }
  static bool inside(const State& u) { return std::abs(u.x[0]) < 1; }
  static double slope(const State& u) { return 2 * (1 + u.x[0] * u.x[0]) / (room(u) * room(u)); }
  Mass mass_;
  double x0_, v0_;
};

double distance(const State& a, const State& b) {
  return (a.x - b.x).norm() / b.x.norm() + (a.v - b.v).norm() / b.v.norm();
}

}  // namespace

TEST_CASE("both forms solve the same stage", "[energy]") {
  const TinyProblem problem({.cubic = 3, .damping = 0.5, .load = 1});
  for (const double h : {0.01, 0.3, 3.}) {
    INFO(h);
    const Solved energy = solve(energy_newton(), problem, problem.start(), h),
                 natural = solve(Newton{}, problem, problem.start(), h);
    REQUIRE((energy.outcome.ok() && natural.outcome.ok()));
    CHECK(distance(energy.u, natural.u) <= 1e-11);
    CHECK(energy.work.potential > 0);
    CHECK(natural.work.potential == 0);
  }
}

TEST_CASE("in the optimization form a linear stage costs what it costs in the other", "[energy]") {
  const TinyProblem problem({.damping = 0.5, .load = 1});
  const Work energy = solve(energy_newton(), problem, problem.start(), 0.3).work,
             natural = solve(Newton{}, problem, problem.start(), 0.3).work;
  CHECK(energy.factorize == natural.factorize);
  CHECK(energy.solve <= natural.solve);
  CHECK(energy.force == natural.force);
  CHECK(energy.potential == energy.force);
}

TEST_CASE("damping that varies is lagged in the optimization form, at the first order",
          "[energy]") {
  const TinyProblem problem({.cubic = 3, .damping = 0.5, .cubic_damping = 2, .load = 1});
  const State start = problem.start();
  const Solved solved = solve(energy_newton(), problem, start, 0.3);
  REQUIRE(solved.outcome.ok());
  Vec f, Ma;
  Mat D;
  problem.force({solved.u.t, solved.u.x, 0 * solved.u.v}, f);
  problem.damping(start, D);
  f -= D * solved.u.v;
  problem.mass().times(solved.a, Ma);
  CHECK((f - Ma).norm() <= 1e-11 * Ma.norm());
  CHECK(solved.work.damping == 1);

  const TinyProblem constant({.cubic = 3, .damping = 0.5});
  const Settings energy = {{"line_search", std::string("energy")}};
  for (const char* name : {"sdirk2", "bdf2", "newmark", "generalized_alpha", "trapezoidal"}) {
    INFO(name);
    const auto plain = IntegratorRegistry::instance().make(name),
               lagged = IntegratorRegistry::instance().make(name, energy);
    CHECK(plain->order(problem) == 2);
    CHECK(lagged->order(problem) == 1);
    CHECK(lagged->order(constant) == 2);
  }
}

TEST_CASE("every implicit method runs in the optimization form", "[energy]") {
  const TinyProblem problem({.cubic = 3, .damping = 0.5, .load = 1});
  for (const char* name : {"implicit_euler", "implicit_midpoint", "trapezoidal", "bdf2", "newmark",
                           "generalized_alpha", "sdirk2", "sdirk3", "tr_bdf2", "tr_bdf2_b"}) {
    INFO(name);
    State ends[2];
    for (const std::string form : {"energy", "natural"}) {
      AnyIntegrator method = IntegratorRegistry::instance().make(name, {{"line_search", form}});
      const CountedProblem counted(problem);
      method->init(counted, 0.2);
      State u = problem.start();
      for (int i = 0; i < 10; ++i) REQUIRE(method->step(u).ok());
      ends[form == "energy"] = u;
    }
    CHECK(distance(ends[0], ends[1]) <= 1e-10);
  }
}

TEST_CASE("an infeasible start is told, with the time", "[energy]") {
  for (const LineSearch form : {LineSearch::energy, LineSearch::natural, LineSearch::none}) {
    Newton newton;
    newton.options.line_search = form;
    const Box problem(1.5);
    const Outcome outcome = solve(newton, problem, problem.start(), 0.25).outcome;
    CHECK(outcome.status == Status::infeasible);
    CHECK_THAT(outcome.reason, Contains("t = 0.25") && Contains("iteration 1"));
  }
}

TEST_CASE("methods that claim feasibility keep it", "[energy]") {
  int claimed = 0;
  for (const AnyIntegrator& any : IntegratorRegistry::instance().all()) {
    if (!any->facts().feasible) continue;
    ++claimed;
    std::vector<Settings> forms = {{}};
    for (const auto& parameter : any->parameters())
      if (parameter.name == "line_search")
        forms = {{{"line_search", std::string("energy")}},
                 {{"line_search", std::string("natural")}}};
    for (const Settings& form : forms)
      for (const double h : {0.02, 0.3, 2.}) {
        const Box problem;
        const CountedProblem counted(problem);
        AnyIntegrator method = IntegratorRegistry::instance().make(any->facts().name, form);
        method->init(counted, h);
        State u = problem.start();
        Outcome outcome;
        for (int i = 0; i < 200 && outcome.ok(); ++i) {
          outcome = method->step(u);
          INFO(any->facts().name << ", h = " << h << ", step " << i << ": " << outcome.reason);
          CHECK(std::isfinite(problem.potential(u)));
          if (form.empty() || std::get<std::string>(form.at("line_search")) == "energy")
            CHECK(outcome.ok());
        }
      }
  }
  CHECK(claimed >= 8);
}

TEST_CASE("the optimization form comes down where the matrix is indefinite", "[energy]") {
  // A double well, from its top: S is indefinite there for h > 1.
  const TinyProblem well({.consistent = false, .cubic = 10, .stiffness = -3});
  State top = well.start();
  top.x *= 0.01;
  top.v.setZero();
  for (const HessianCorrection correction :
       {HessianCorrection::mass_shift, HessianCorrection::psd_projection}) {
    Newton newton = energy_newton();
    newton.options.hessian_correction = correction;
    const Solved solved = solve(newton, well, top, 2);
    INFO(name_of(correction) << ": " << solved.outcome.reason);
    CHECK(solved.work.indefinite > 0);
    if (correction == HessianCorrection::mass_shift) {
      REQUIRE(solved.outcome.ok());
      CHECK(well.potential(solved.u) < well.potential(top));
    } else {
      // The problem has no projection of its own, and that is what is told.
      CHECK(solved.outcome.status == Status::indefinite);
      CHECK_THAT(solved.outcome.reason, Contains("t = 2.25") && Contains("iteration 1"));
    }
  }
}

TEST_CASE("a crumpled bunny is solved with its projected stiffness", "[energy]") {
  const auto bunny = ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("300")}, {"variant", std::string("two_scale")}});
  State crumpled = bunny->start();
  crumpled.x = 0.02 * (Vec::LinSpaced(crumpled.x.size(), 0, 900).array().square().sin());
  for (const HessianCorrection correction :
       {HessianCorrection::mass_shift, HessianCorrection::psd_projection}) {
    Newton newton = energy_newton();
    newton.options.hessian_correction = correction;
    const Solved solved = solve(newton, *bunny, crumpled, 0.01);
    INFO(name_of(correction) << ": " << solved.outcome.reason);
    CHECK(solved.outcome.ok());
    CHECK(solved.work.indefinite > 0);
    CHECK(bunny->potential(solved.u) < bunny->potential(crumpled));
  }
}

TEST_CASE("free flight is bdf2's exact history where nothing pulls", "[energy]") {
  const Settings flight = {{"history", std::string("free_flight")}};
  const auto pulled = ProblemRegistry::instance().make("oscillator", {{"x0", 1.0}, {"v0", 1.0}});
  const auto free = ProblemRegistry::instance().make("oscillator", {{"x0", 0.0}, {"v0", 1.0}});
  for (const Problem* problem : {pulled.get(), free.get()}) {
    const AnyIntegrator method = IntegratorRegistry::instance().make("bdf2", flight);
    const auto error = [&](long count) {
      AnyIntegrator copy = method;
      const CountedProblem counted(*problem);
      const double h = 1. / double(count);
      copy->init(counted, h);
      State u = problem->start();
      for (long i = 0; i < count; ++i) REQUIRE(copy->step(u).ok());
      const State exact = *problem->exact(1);
      return std::abs(u.x[0] - exact.x[0]) + std::abs(u.v[0] - exact.v[0]);
    };
    const double order = std::log2(error(400) / error(800));
    CHECK(order == Approx(method->order(*problem)).margin(0.1));
  }
  CHECK(IntegratorRegistry::instance().make("bdf2", flight)->order(*pulled) == 1);
  CHECK(IntegratorRegistry::instance().make("bdf2", flight)->order(*free) == 2);
  CHECK(IntegratorRegistry::instance().make("bdf2")->order(*pulled) == 2);
}

}  // namespace energy_form_tests
