// Methods on a K that is not symmetric: the flagellum's, whose points' drag changes with the
// others'.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/skew_part.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace skew_tests {

using namespace stiffbench;

namespace {

struct Moving {
  std::unique_ptr<Problem> problem =
      ProblemRegistry::instance().make("flagellum", {{"segments", 3L}, {"length", 0.007}});
  CountedProblem counted{*problem};
  State begin = problem->start();

  Moving() {
    for (Eigen::Index i = 0; i < begin.v.size(); ++i)
      begin.v[i] = 0.5 * std::cos(5.0 * static_cast<double>(i));
  }
  State step(const std::string& method, const Settings& settings, double h) {
    AnyIntegrator integrator = IntegratorRegistry::instance().make(method, settings);
    integrator->init(counted, h);
    State u = begin;
    const Outcome outcome = integrator->step(u);
    INFO(method << ": " << outcome.reason);
    REQUIRE(outcome.ok());
    return u;
  }
};

}  // namespace

TEST_CASE("a stiffness that is not symmetric is seen to be so", "[skew]") {
  Moving moving;
  Mat K;
  moving.problem->stiffness(moving.begin, K);
  const Mat skew = skew_part(moving.counted, K).value();
  CHECK(skew.norm() > 1e-4 * K.norm());
  CHECK((skew + Mat(skew.transpose())).norm() == 0);
  moving.problem->stiffness(moving.problem->start(), K);
  CHECK(is_symmetric(moving.counted, K));  // at rest no drag changes
  const auto chain = ProblemRegistry::instance().make("duffing_chain", {{"damping", 0.5}});
  Mat other;
  other.resize(2, 2);
  other.insert(0, 1) = 1;
  CHECK(is_symmetric(CountedProblem(*chain), other));  // its damping is constant: not looked at
}

TEST_CASE("phi functions of a K that is not symmetric are the same by every back end", "[skew]") {
  Moving moving;
  const auto step = [&](const char* phi) {
    return moving.step("exprb42", {{"phi", std::string(phi)}, {"tolerance", 1e-11}}, 1e-4);
  };
  const State expected = step("dense");
  for (const char* phi : {"kiops", "phipm", "phipm_simul_iom2"}) {
    const State got = step(phi);
    INFO(phi);
    CHECK((got.x - expected.x).norm() < 1e-9 * (expected.x - moving.begin.x).norm());
    CHECK((got.v - expected.v).norm() < 1e-9 * expected.v.norm());
  }
}

TEST_CASE("Newton's iteration converges quadratically where K is not symmetric", "[skew]") {
  for (const char* correction : {"none", "mass_shift", "psd_projection"}) {
    Moving moving;
    moving.step("implicit_euler",
                {{"refactorize", std::string("always")},
                 {"line_search", std::string("none")},
                 {"hessian_correction", std::string(correction)}},
                1e-3);
    INFO(correction);
    CHECK(moving.counted.work().newton_iterations <= 6);  // by half of K alone it takes 8
    CHECK(moving.counted.work().indefinite == 0);
  }
}

}  // namespace skew_tests
