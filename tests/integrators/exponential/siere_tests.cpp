// SIERE and ERE: with all modes a linear problem is solved exactly, with none the method is
// linearly implicit Euler, and the modes are those of a full decomposition.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/lowest_modes.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace siere_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Dense = Eigen::MatrixXd;

namespace {

State run(const Problem& problem, const std::string& name, const Settings& settings, double h,
          int steps) {
  const CountedProblem counted(problem);
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  REQUIRE(method->why_not_applicable(problem).empty());
  method->init(counted, h);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) {
    const Outcome outcome = method->step(u);
    INFO(name << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

/// Rayleigh damping, a consistent mass and, where `cubic` is zero, a load that is linear in time.
Everything body(double cubic, bool loaded) {
  const Eigen::Index n = 5;
  Everything::Data data{consistent_mass(n),
                        with_eigenvalues(Vec::LinSpaced(n, 0, 6).array().exp())};
  data.rayleigh = Rayleigh{.mass = 0.2, .stiffness = 0.01};
  data.D = 0.2 * data.mass.matrix() + 0.01 * data.K;
  data.cubic = cubic;
  if (loaded) {
    data.load0 = random_vector(n, 30);
    data.load1 = random_vector(n, 31);
  }
  data.start = {0, random_vector(n, 33), random_vector(n, 34)};
  return Everything(data);
}

}  // namespace

TEST_CASE("with all modes SIERE solves linear problems as the exponential method does") {
  for (const bool loaded : {false, true}) {
    const Everything problem = body(0, loaded);
    const State exact = run(problem, "exprb2", {{"phi", std::string("dense")}}, 0.7, 1);
    CHECK(distance(run(problem, "siere", {{"modes", 5L}}, 0.7, 1), exact) < 1e-11);
    CHECK(distance(run(problem, "siere", {{"modes", 4L}}, 0.7, 1), exact) > 1e-3);
  }
  const Everything curved = body(2, true);
  CHECK(distance(run(curved, "siere", {{"modes", 5L}}, 0.1, 10),
                 run(curved, "exprb2", {{"phi", std::string("dense")}}, 0.1, 10)) < 1e-11);
}

TEST_CASE("without modes SIERE is linearly implicit Euler") {
  for (const double cubic : {0., 2.}) {
    const Everything problem = body(cubic, true);
    CHECK(distance(run(problem, "siere", {{"modes", 0L}}, 0.1, 10),
                   run(problem, "linearly_implicit_euler", {}, 0.1, 10)) < 1e-12);
  }
}

TEST_CASE("the lowest modes are those of a full decomposition") {
  const auto chain = ProblemRegistry::instance().make("fput", {{"m", 40L}});
  const Eigen::Index n = chain->dof();
  const dense::Modes all =
      dense::modes(Dense(chain->linear_stiffness()), Dense(chain->mass().matrix()));
  const CountedProblem counted(*chain);
  REQUIRE(n > LowestModes::dense_below);
  for (const Eigen::Index count : {1, 8, 20}) {
    LowestModes low;
    low.init(counted, count);
    for (int step = 0; step < 2; ++step) {
      REQUIRE(low.compute(chain->linear_stiffness()).ok());
      for (Eigen::Index i = 0; i < count; ++i) {
        INFO("mode " << i << " of " << count);
        CHECK(low.values()[i] == Approx(all.values[i]).epsilon(1e-7).margin(1e-9));
        const Vec q = low.vectors().col(i);
        const Vec off =
            chain->linear_stiffness() * q - low.values()[i] * (chain->mass().matrix() * q);
        CHECK(off.norm() < 1e-6 * all.values[n - 1]);
        CHECK(q.dot(chain->mass().matrix() * q) == Approx(1));
      }
    }
  }
}

TEST_CASE("ERE is exprb2 without the term of df/dt") {
  const Everything plain = body(2, false), loaded = body(2, true);
  CHECK(distance(run(plain, "ere", {}, 0.1, 5), run(plain, "exprb2", {}, 0.1, 5)) == 0);
  CHECK(distance(run(loaded, "ere", {}, 0.1, 5), run(loaded, "exprb2", {}, 0.1, 5)) > 1e-3);
  auto& registry = IntegratorRegistry::instance();
  CHECK(registry.make("ere")->order(plain) == 2);
  CHECK(registry.make("ere")->order(loaded) == 1);
}

TEST_CASE("exprb2 with linearise_every=m evaluates K every m steps, and has order 2") {
  const Everything linear = body(0, true), curved = body(2, true);
  const Settings every_fourth{{"linearise_every", 4L}};
  CHECK(distance(run(linear, "exprb2", every_fourth, 0.1, 10), run(linear, "exprb2", {}, 0.1, 10)) <
        1e-12);
  const auto chain = ProblemRegistry::instance().make("duffing_chain", {{"damping", 0.5}});
  const State exact = run(*chain, "exprb53s3", {}, 2. / 800, 800);
  const double coarse = distance(run(*chain, "exprb2", every_fourth, 2. / 800, 800), exact),
               fine = distance(run(*chain, "exprb2", every_fourth, 2. / 1600, 1600), exact),
               fresh = distance(run(*chain, "exprb2", {}, 2. / 1600, 1600), exact);
  CHECK(std::log2(coarse / fine) == Approx(2).margin(0.2));
  CHECK(fine > 1.5 * fresh);
  const CountedProblem counted(curved);
  AnyIntegrator method = IntegratorRegistry::instance().make("exprb2", every_fourth);
  method->init(counted, 0.01);
  const long before = counted.work().stiffness;
  State u = curved.start();
  for (int i = 0; i < 8; ++i) REQUIRE(method->step(u).ok());
  CHECK(counted.work().stiffness - before == 2);
}

}  // namespace siere_tests
