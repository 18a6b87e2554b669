#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/outputs/momenta.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace l_block_tests {

using namespace stiffbench;
using Eigen::Vector3d;

namespace {

std::unique_ptr<Problem> block(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("l_block", settings);
}

/// The result of a run: the numbers of its outputs, and its largest energy drift over the start's
/// energy.
std::map<std::string, double> tumble(const std::string& name, int steps,
                                     const Settings& settings = {}) {
  const auto problem = block({{"end_time", 0.5}});
  const auto outputs = problem->outputs(0);
  State u = problem->start();
  outputs->see(u);
  auto method = test::make(name, settings);
  const CountedProblem counted(*problem);
  method->init(counted, problem->end_time() / steps);
  const double H = problem->energy(u);
  double drift = 0;
  for (int i = 0; i < steps; ++i) {
    if (!method->step(u).ok()) FAIL(name << " fails in step " << i);
    outputs->see(u);
    drift = std::max(drift, std::abs(problem->energy(u) / H - 1));
  }
  auto all = numbers_of(outputs->result());
  all["drift"] = drift;
  return all;
}

}  // namespace

TEST_CASE("an L starts with the momenta and the energy of the rigid L") {
  for (const long cells : {1L, 2L}) {
    const auto problem =
        block({{"cells", cells}, {"spin_x", 3.0}, {"spin_y", -8.0}, {"spin_z", 5.0}});
    const State start = problem->start();
    const auto outputs = problem->outputs(0);
    // Positions about the centre of mass, from the velocities of two other rotations.
    Eigen::Matrix3Xd rest(3, start.x.size() / 3);
    const auto turning = [&](const char* axis) {
      Settings settings{{"cells", cells}, {"spin_x", 0.0}, {"spin_y", 0.0}, {"spin_z", 0.0}};
      settings[axis] = 1.0;
      return block(settings)->start().v;
    };
    const Vec z = turning("spin_z"), x = turning("spin_x");
    for (Eigen::Index i = 0; i < rest.cols(); ++i)
      rest.col(i) << z[3 * i + 1], -z[3 * i], -x[3 * i + 1];
    const Momenta momenta(rest.reshaped(), problem->mass());
    const auto [linear, angular] = momenta.momenta(start);
    const double m = 1000 * 0.001, a = 0.1;  // mass and edge of a cube
    Eigen::Matrix3d inertia;
    inertia << 121. / 30, 9. / 5, 0, 9. / 5, 121. / 30, 0, 0, 0, 217. / 30;
    const Vector3d spin(3, -8, 5), expected = m * a * a * inertia * spin;
    INFO(cells << " cells");
    CHECK(linear.norm() < 1e-14);
    CHECK((angular - expected).norm() < 1e-14);
    CHECK(problem->energy(start) == Approx(spin.dot(expected) / 2).epsilon(1e-13));
  }
}

TEST_CASE("methods keep the momenta and the energy of a tumbling L that theory says they keep") {
  struct Kept {
    const char* method;
    bool momentum, energy;
  };
  for (const auto& [method, momentum, energy] :
       {Kept{"velocity_verlet", true, false}, Kept{"implicit_midpoint", true, false},
        Kept{"gauss4", true, false}, Kept{"discrete_gradient", false, true},
        Kept{"avf", false, true}, Kept{"trapezoidal", false, false}, Kept{"sdirk2", false, false},
        Kept{"generalized_alpha", false, false}, Kept{"rk4", false, false},
        Kept{"exprb42", false, false}}) {
    const auto end = tumble(method, 250);
    INFO(method);
    CHECK(end.at("momentum_error") < 1e-12);
    // Newton's iterations end at 1e-12.
    if (momentum) CHECK(end.at("angular_momentum_error") < 1e-9);
    if (!momentum) CHECK(end.at("angular_momentum_error") > 1e-7);
    if (energy) CHECK(end.at("drift") < 1e-9);
    if (!energy) CHECK(end.at("drift") > 1e-8);
  }
}

TEST_CASE("two families of methods agree on an L that tumbles") {
  const auto problem = block({{"end_time", 0.2}});
  const State one = test::run(test::make("gauss6"), *problem, 0.2 / 400, 400),
              other = test::run(test::make("dop853"), *problem, 0.2 / 400, 400);
  CHECK((one.x - other.x).norm() < 1e-9 * one.x.norm());
  CHECK((one.v - other.v).norm() < 1e-7 * one.v.norm());
}

}  // namespace l_block_tests
