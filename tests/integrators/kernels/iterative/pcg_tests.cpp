// Newton's updates by conjugate gradients.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

namespace pcg_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

using Words = std::string;  // a literal would become a bool

struct Scene {
  std::string name;
  Settings parameters;
  std::string line_search;
};

struct Run {
  Outcome outcome;
  State u;
  Work work;
};

Run run(const Problem& problem, const std::string& method, double h, int steps, Settings settings) {
  AnyIntegrator integrator = IntegratorRegistry::instance().make(method, settings);
  const CountedProblem counted(problem);
  integrator->init(counted, h);
  Run result{{}, problem.start(), {}};
  for (int i = 0; i < steps && result.outcome.ok(); ++i)
    result.outcome = integrator->step(result.u);
  result.work = counted.work();
  return result;
}

double difference(const State& a, const State& b) {
  return (a.x - b.x).norm() / b.x.norm() + (a.v - b.v).norm() / b.v.norm();
}

auto cube(const Settings& more = {}) {
  Settings settings{{"cells", 3L}};
  settings.insert(more.begin(), more.end());
  return ProblemRegistry::instance().make("rotating_cube", settings);
}

/// The errors of an implicit Euler stage of a chain after 1, 2, ... updates, relative.
std::vector<double> errors(NewtonOptions options, UpdateSolver solver) {
  const auto problem = ProblemRegistry::instance().make("duffing_chain", {{"n", 60L}});
  const double h = 2;
  const State start = problem->start();
  StageEquation stage;
  stage.t = h;
  stage.v0 = start.v;
  stage.x0 = start.x + h * start.v;
  stage.velocity = h;
  stage.position = h * h;
  const auto solve = [&](const NewtonOptions& chosen, UpdateSolver by, bool succeeds) {
    Newton newton;
    newton.options = chosen;
    newton.linear_solver = by;
    const CountedProblem counted(*problem);
    newton.init(counted);
    State u = start;
    Vec a;
    const Outcome outcome = newton.solve(stage, u, a);
    if (succeeds) REQUIRE(outcome.ok());
    return a;
  };
  NewtonOptions full;
  const Vec exact = solve(full, UpdateSolver::cholesky, true);
  options.tolerance = 1e-300;
  std::vector<double> all;
  for (options.max_iterations = 1; options.max_iterations <= 9; ++options.max_iterations)
    all.push_back((solve(options, solver, false) - exact).norm() / exact.norm());
  return all;
}

}  // namespace

TEST_CASE("conjugate gradients lead to the states that Cholesky's factorization leads to",
          "[pcg]") {
  const auto problem = cube();
  for (const char* method :
       {"implicit_euler", "bdf2", "sdirk2", "sdirk4347", "trapezoidal", "newmark",
        "generalized_alpha", "a_1", "a_search", "blending", "decoupled_sdirk2"}) {
    INFO(method);
    Settings settings{{"tolerance", 1e-10}};
    const Run direct = run(*problem, method, 0.01, 5, settings);
    CHECK(direct.work.factorize > 0);
    CHECK(direct.work.stiffness_products == 0);
    settings["linear_solver"] = Words("pcg");
    for (const char* preconditioner : {"block_jacobi", "block_ic", "auto"}) {
      INFO(preconditioner);
      settings["preconditioner"] = Words(preconditioner);
      const Run iterated = run(*problem, method, 0.01, 5, settings);
      REQUIRE((direct.outcome.ok() && iterated.outcome.ok()));
      CHECK(difference(iterated.u, direct.u) <= 1e-8);
      CHECK(difference(iterated.u, direct.u) > 0);
      CHECK(iterated.work.stiffness_products > iterated.work.newton_iterations);
      if (preconditioner == Words("block_jacobi")) CHECK(iterated.work.incomplete_solves == 0);
      if (preconditioner == Words("block_ic"))  // one for the first residual of each solve
        CHECK(iterated.work.incomplete_solves >= iterated.work.stiffness_products);
    }
  }
}

TEST_CASE("errors of updates count against the tolerance", "[pcg]") {
  // The line search has solved roughly for the updates that follow on those of an old matrix.
  const auto problem = cube();
  Settings settings{{"tolerance", 1e-7}};
  const Run direct = run(*problem, "implicit_euler", 0.01, 5, {});
  settings["linear_solver"] = Words("pcg");
  settings["forcing"] = 0.3;
  const Run rough = run(*problem, "implicit_euler", 0.01, 5, settings);
  REQUIRE((direct.outcome.ok() && rough.outcome.ok()));
  CHECK(difference(rough.u, direct.u) <= 1e-6);
}

TEST_CASE("forcing terms follow the residuals", "[pcg]") {
  Forcing forcing;
  forcing.begin(0.1);
  CHECK(forcing.next(1) == 0.1);
  CHECK(forcing.next(0.1) == Approx(0.009));
  CHECK(forcing.next(0.1) == 0.1);  // as slow as that, more accuracy is wasted
  CHECK(forcing.next(1e-5) == Approx(0.9e-8));
  forcing.begin(0.9);
  CHECK(forcing.next(1) == 0.9);
  CHECK(forcing.next(1e-9) == Approx(0.9 * 0.81));  // above 0.1, it falls no faster
  CHECK(forcing.next(1e-9) == 0.9);
}

TEST_CASE("with its forcing terms Newton's iteration is as fast by conjugate gradients", "[pcg]") {
  NewtonOptions options;
  options.refactorize = Refactorize::always;
  options.line_search = LineSearch::none;
  options.forcing = 0.1;
  const std::vector<double> exact = errors(options, UpdateSolver::cholesky),
                            inexact = errors(options, UpdateSolver::pcg);
  int squared = 0;
  for (std::size_t i = 1; i < inexact.size(); ++i) {
    if (inexact[i - 1] > 1e-2 || inexact[i - 1] < 1e-5) continue;
    CHECK(inexact[i] <= 100 * inexact[i - 1] * inexact[i - 1]);
    ++squared;
  }
  CHECK(squared >= 1);
  CHECK(inexact.back() <= 1e-12);
  CHECK(exact.back() <= 1e-12);
}

TEST_CASE("methods keep their orders with conjugate gradients", "[pcg]") {
  const auto problem =
      ProblemRegistry::instance().make("rotating_cube", {{"cells", 1L}, {"spin", -30.0}});
  const double end = 0.02;
  const State exact = run(*problem, "gauss6", end / 400, 400, {}).u;
  for (const auto& [method, order] : {std::pair{"sdirk2", 2}, std::pair{"sdirk3", 3}}) {
    const auto error = [&, name = method](int steps) {
      const Run result = run(*problem, name, end / steps, steps,
                             {{"linear_solver", Words("pcg")}, {"refactorize", Words("always")}});
      REQUIRE(result.outcome.ok());
      return difference(result.u, exact);
    };
    const double slope = std::log2(error(100) / error(200));
    CHECK(slope == Approx(order).margin(0.15));
  }
}

TEST_CASE("conjugate gradients refuse a stiffness that may not be symmetric", "[pcg]") {
  const auto problem = ProblemRegistry::instance().make("flagellum");
  const auto by = [&](const char* solver) {
    return run(*problem, "implicit_euler", 1e-4, 2, {{"linear_solver", Words(solver)}});
  };
  const Run refused = by("pcg");
  CHECK(refused.outcome.status == Status::indefinite);
  CHECK_THAT(refused.outcome.reason, Contains("symmetric") && Contains("linear_solver=cholesky"));
  const Run direct = by("cholesky"), automatic = by("auto");
  REQUIRE((direct.outcome.ok() && automatic.outcome.ok()));
  CHECK(automatic.u.x == direct.u.x);
}

TEST_CASE("the matrix of conjugate gradients contains mass, damping and stiffness", "[pcg]") {
  // With nearly exact solves both take as many updates, if they solve with the same matrix. The
  // damping of the cube has the pattern of K; that of the flag acts on each axis alone, with rows
  // as long as those of blocks; that of the dice, by friction, has some of the blocks of K.
  const auto& [name, parameters, search] =
      GENERATE(Scene{"rotating_cube", {{"cells", 3L}, {"damping_time", 0.05}}, "natural"},
               Scene{"flag", {{"rows", 2L}, {"columns", 3L}}, "natural"},
               Scene{"dice_roll", {{"cells", 2L}, {"dice", 2L}, {"height", 1e-3}}, "energy"});
  CAPTURE(name);
  const auto problem = ProblemRegistry::instance().make(name, parameters);
  const auto updates = [&](Settings settings) {
    settings.insert({"line_search", Words(search)});
    AnyIntegrator method = IntegratorRegistry::instance().make("implicit_euler", settings);
    const CountedProblem counted(*problem);
    method->init(counted, 0.01);
    State u = problem->start();
    for (int i = 0; i < 3; ++i) REQUIRE(method->step(u).ok());
    CHECK((counted.work().stiffness_products > 0) ==
          (settings.at("linear_solver") == Value(Words("pcg"))));
    return counted.work().newton_iterations;
  };
  CHECK(updates({{"linear_solver", Words("pcg")}, {"forcing", 1e-9}}) ==
        updates({{"linear_solver", Words("cholesky")}}));
}

TEST_CASE("a direction of negative curvature is corrected, or told", "[pcg]") {
  const auto problem = ProblemRegistry::instance().make("extreme_deformation", {{"cells", 3L}});
  const auto by = [&](const char* solver, const char* correction) {
    return run(*problem, "implicit_euler", 0.01, 3,
               {{"linear_solver", Words(solver)},
                {"hessian_correction", Words(correction)},
                {"line_search", Words("energy")},
                {"tolerance", 1e-10}});
  };
  const Run direct = by("cholesky", "psd_projection");
  REQUIRE(direct.outcome.ok());
  CHECK(direct.work.indefinite > 0);
  for (const char* correction : {"psd_projection", "mass_shift"}) {
    INFO(correction);
    const Run iterated = by("pcg", correction);
    INFO(iterated.outcome.reason);
    REQUIRE(iterated.outcome.ok());
    CHECK(iterated.work.indefinite > 0);
    CHECK(iterated.work.stiffness_products > 0);
    CHECK(difference(iterated.u, direct.u) <= 1e-7);
  }
  const Run plain = by("pcg", "none");
  CHECK(plain.outcome.status == Status::indefinite);
  CHECK_THAT(plain.outcome.reason, Contains("hessian_correction=mass_shift"));
}

}  // namespace pcg_tests
