// XPBD with one constraint for each strain of a finite element: order, limit, work and scope.

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <string>

namespace xpbd_strain_tests {

using namespace stiffbench;
using test::distance;
using test::make;
using test::run;
using Text = std::string;

namespace {

std::unique_ptr<Problem> problem_of(const Text& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings);
}

std::unique_ptr<Problem> solid(double poisson, const Text& material = "fixed_corotated") {
  return problem_of("suspended_body", {{"body", Text("bunny")},
                                       {"size", Text("30")},
                                       {"speed", 5.0},
                                       {"poisson", poisson},
                                       {"material", material}});
}

}  // namespace

TEST_CASE("XPBD by strains has order 1 and the limit of its energy constraints to h^4") {
  for (const Text material : {"stable_neo_hookean", "fixed_corotated", "st_venant_kirchhoff"}) {
    INFO(material);
    const auto body = solid(0.4, material);
    const auto end = [&](const Text& constraints, double h, int steps, long sweeps) {
      return run(make("xpbd", {{"sweeps", sweeps}, {"constraints", constraints}}), *body, h, steps);
    };
    const State exact = run(make("rk4"), *body, 2e-5, 320);
    const double coarse = distance(end("strain", 2e-4, 32, 3), exact),
                 fine = distance(end("strain", 1e-4, 64, 3), exact);
    CHECK(std::log2(coarse / fine) == Approx(1).margin(0.15));
    const State moving = run(make("rk4"), *body, 2e-5, 100);
    const auto differ = [&](double h) {
      const auto step = [&](AnyIntegrator method) {
        const CountedProblem counted(*body);
        method->init(counted, h);
        State u = moving;
        REQUIRE(method->step(u).ok());
        return u.x;
      };
      return (step(make("xpbd", {{"sweeps", 300L}, {"constraints", Text("strain")}})) -
              step(make("implicit_euler", {{"tolerance", 1e-14}})))
          .norm();
    };
    const double wide = differ(4e-4), narrow = differ(2e-4);
    INFO(wide << " " << narrow);
    CHECK(std::log2(wide / narrow) == Approx(4).margin(0.4));
  }
}

TEST_CASE("XPBD visits each strain once in a sweep, and refuses energies without strains") {
  const auto body = solid(0.3);
  const CountedProblem counted(*body);
  AnyIntegrator method = make("xpbd", {{"sweeps", 5L}, {"constraints", Text("strain")}});
  method->init(counted, 1e-4);
  State u = body->start();
  REQUIRE(method->step(u).ok());
  CHECK(counted.work().element_gradients == 2 * 5L * counted.elements().count());
  CHECK_THAT(method->why_not_applicable(*solid(-0.3)),
             Catch::Matchers::Contains("squared strains"));
  CHECK(make("xpbd")->why_not_applicable(*solid(-0.3)).empty());
  // Springs have one strain, their elongation.
  const auto bunny = problem_of("bunny", {{"size", Text("30")}, {"kd", 100.0}, {"gravity", 20.0}});
  const State by_strain = run(method, *bunny, 0.02, 5),
              by_energy = run(make("xpbd", {{"sweeps", 5L}}), *bunny, 0.02, 5);
  CHECK(by_strain.x == by_energy.x);
}

}  // namespace xpbd_strain_tests
