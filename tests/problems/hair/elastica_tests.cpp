#include "base/dense.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/hair/planar_elastica.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace elastica_tests {

using namespace stiffbench;

namespace {

/// The equilibrium near u, by Newton's method; each update is halved until the energy falls.
State at_rest(const Problem& problem, State u) {
  Vec f;
  Mat K;
  for (int n = 0; n < 200; ++n) {
    problem.force(u, f);
    problem.stiffness(u, K);
    Vec update = dense::solve(Eigen::MatrixXd(K), f);
    if (update.norm() < 1e-12) break;
    if (update.dot(f) < 0) update = -update;
    const double energy = problem.potential(u);
    State next = u;
    for (double share = 1; share > 1e-9; share /= 2) {
      next.x = u.x + share * update;
      if (problem.potential(next) <= energy + 1e-14 * std::abs(energy)) break;
    }
    u = next;
  }
  return u;
}

/// The distances of the free end from the elastica, along and across.
Eigen::Vector2d errors(const Problem& problem, const State& u) {
  const auto outputs = problem.outputs(0);
  outputs->see(u);
  const auto all = numbers_of(outputs->result());
  return {all.at("along_error"), all.at("across_error")};
}

/// The free end of an inextensible rod under its load, from theta'' = -load cos(theta).
Eigen::Vector2d shot(double load, double slope) {
  constexpr int steps = 4000;
  const double h = 1. / steps;
  Eigen::Vector4d y(slope, 0, 0, 0);  // from the free end: angle, curvature, along, across
  const auto rate = [&](const Eigen::Vector4d& at) {
    return Eigen::Vector4d(at[1], -load * std::cos(at[0]), std::cos(at[0]), std::sin(at[0]));
  };
  for (int n = 0; n < steps; ++n) {
    const Eigen::Vector4d k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2),
                          k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  CHECK(std::abs(y[0]) < 1e-9);  // clamped
  return y.tail<2>();
}

}  // namespace

TEST_CASE("elliptic integrals solve the equation of the planar elastica") {
  for (const double load : {0.1, 1., 5., 10., 40.}) {
    const PlanarElastica rod = planar_elastica(load);
    const Eigen::Vector2d end = shot(load, rod.slope);
    INFO("load = " << load);
    CHECK(end[0] == Approx(rod.along).epsilon(1e-9));
    CHECK(end[1] == Approx(rod.across).epsilon(1e-9));
  }
  CHECK(planar_elastica(1e-4).across == Approx(1e-4 / 3).epsilon(1e-6));  // of a linear beam
}

TEST_CASE("the hair's rod at rest tends to the planar elastica with order two") {
  const auto at = [](long segments, double hull, double thickness) {
    State u;
    std::unique_ptr<Problem> problem;
    for (double load = 0.25; load <= 5; load += 0.25) {
      problem = ProblemRegistry::instance().make(
          "elastica",
          {{"segments", segments}, {"hull", hull}, {"thickness", thickness}, {"load", load}});
      if (u.x.size() == 0) u = problem->start();
      u = at_rest(*problem, u);
    }
    return errors(*problem, u).norm();
  };
  const double coarse = at(8, 0.1, 0.02), fine = at(16, 0.05, 0.005),
               finest = at(32, 0.025, 0.00125);
  CHECK(std::log2(coarse / fine) == Approx(2).margin(0.4));
  CHECK(std::log2(fine / finest) == Approx(2).margin(0.4));
  CHECK(finest < 5e-4);
}

TEST_CASE("damping brings the hair's rod to rest on its equilibrium") {
  const auto problem = ProblemRegistry::instance().make("elastica", {{"segments", 8L}});
  const State rest = at_rest(*problem, problem->start());
  for (const char* method : {"radau_iia5", "sdirk2"}) {
    const State end = test::run(test::make(method), *problem, 10. / 400, 400);
    INFO(method);
    CHECK((end.x - rest.x).norm() < 1e-8 * rest.x.norm());
    CHECK(end.v.norm() < 1e-8);
  }
}

}  // namespace elastica_tests
