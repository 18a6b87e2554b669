#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/multibody/euler_top.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <utility>

namespace free_rigid_body_tests {

using namespace stiffbench;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Euler's equations with the axes in space, as one first-order system.
struct Attitude {
  Vector3d w;
  Matrix3d axes;
};
Attitude rate(const Vector3d& moments, const Attitude& y) {
  const Vector3d momentum = moments.cwiseProduct(y.w);
  Matrix3d turn;
  turn << 0, -y.w[2], y.w[1], y.w[2], 0, -y.w[0], -y.w[1], y.w[0], 0;
  return {momentum.cross(y.w).cwiseQuotient(moments), y.axes * turn};
}
Attitude moved(const Attitude& y, double by, const Attitude& k) {
  return {y.w + by * k.w, y.axes + by * k.axes};
}
Attitude rotated(const Vector3d& moments, Attitude y, double time, int steps) {
  const double h = time / steps;
  for (int n = 0; n < steps; ++n) {
    const Attitude k1 = rate(moments, y), k2 = rate(moments, moved(y, h / 2, k1)),
                   k3 = rate(moments, moved(y, h / 2, k2)), k4 = rate(moments, moved(y, h, k3));
    y = moved(moved(moved(moved(y, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  return y;
}

std::unique_ptr<Problem> body(double omega, double end_time) {
  return ProblemRegistry::instance().make("free_rigid_body",
                                          {{"omega", omega}, {"end_time", end_time}});
}

/// The numbers of the outputs after the whole span.
std::map<std::string, double> turn_over(const Problem& problem, const std::string& name,
                                        int steps) {
  const auto outputs = problem.outputs(0);
  outputs->see(problem.start());
  auto method = test::make(name);
  const CountedProblem counted(problem);
  method->init(counted, problem.end_time() / steps);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) {
    if (!method->step(u).ok()) FAIL(name << " fails in step " << i);
    outputs->see(u);
  }
  return numbers_of(outputs->result());
}

}  // namespace

TEST_CASE("elliptic functions solve Euler's equations of a body that turns over") {
  const Vector3d moments(0.1, 0.2, 0.26);
  for (const double tilt : {0.1, 2., 30.}) {
    const EulerTop top(moments, 10, tilt);
    INFO("tilt = " << tilt);
    for (const double t : {0.4, 1.2, 4.}) {
      const Attitude y = rotated(moments, {{0, 10, tilt}, Matrix3d::Identity()}, t, 40'000);
      CHECK((y.w - top.rates(t)).norm() < 1e-8 * (10 + tilt));
      CHECK((y.axes - top.axes(t)).norm() < 2e-8);
    }
    CHECK(std::abs(top.rates(top.quarter_period())[1]) < 1e-11 * 10);
  }
}

TEST_CASE("the body of springs tends to Euler's rigid body as omega^-2") {
  const auto at = [](double omega, int steps) {
    return turn_over(*body(omega, 5), "composition8", steps);
  };
  const auto soft = at(200, 4000), stiff = at(400, 8000);
  CHECK(std::log2(soft.at("deviation") / stiff.at("deviation")) == Approx(2).margin(0.1));
  CHECK(std::log2((soft.at("flip_time_ratio") - 1) / (stiff.at("flip_time_ratio") - 1)) ==
        Approx(2).margin(0.1));
  CHECK(stiff.at("flips") == 2);
  CHECK(soft.at("deviation") < 0.017);
}

TEST_CASE("methods keep the momenta of a free body that theory says they keep") {
  const auto problem = body(100, 1);
  for (const auto& [name, keeps] : {std::pair{"velocity_verlet", true},
                                    {"composition8", true},
                                    {"gauss4", true},
                                    {"implicit_midpoint", true},
                                    {"rk4", false},
                                    {"sdirk2", false},
                                    {"bdf2", false}}) {
    const auto end = turn_over(*problem, name, 500);
    INFO(name);
    CHECK(end.at("momentum_error") < 1e-11);
    if (keeps)
      CHECK(end.at("angular_momentum_error") < 1e-8);  // Newton's iterations end at 1e-12
    else
      CHECK(end.at("angular_momentum_error") > 1e-7);
  }
}

TEST_CASE("outputs of a body that turns over resume from their memory") {
  const auto problem = body(100, 5);
  const auto whole = problem->outputs(0);
  auto resumed = problem->outputs(0);
  auto method = test::make("velocity_verlet");
  const CountedProblem counted(*problem);
  method->init(counted, 2.5e-3);
  State u = problem->start();
  for (int i = 0; i < 2000; ++i) {
    whole->see(u);
    resumed->see(u);
    REQUIRE(method->step(u).ok());
    auto next = problem->outputs(0);
    dynamic_cast<ResumableOutputs&>(*next).resume(
        dynamic_cast<const ResumableOutputs&>(*resumed).memory());
    resumed = std::move(next);
  }
  CHECK(numbers_of(whole->result()).at("flips") > 0);
  CHECK(whole->result() == resumed->result());
}

TEST_CASE("a body whose spin is not about the axis of its intermediate moment is refused") {
  CHECK_THROWS_WITH(ProblemRegistry::instance().make("free_rigid_body", {{"y", 0.4}}),
                    Catch::Contains("choose x > y > z"));
}

}  // namespace free_rigid_body_tests
