// What is known of the collisions beyond their derivatives: feasibility, closed forms, modes.

#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/barrier.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace collision_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}

Settings result_of(const Problem& problem, const std::vector<State>& states) {
  const auto outputs = problem.outputs(4);
  for (const auto& u : states) outputs->see(u);
  return outputs->result();
}

double number(const Settings& result, const std::string& name) {
  return std::get<double>(result.at(name));
}

}  // namespace

TEST_CASE(
    "the barrier's third derivative is the slope of its second, which ends at dhat smoothly") {
  const Barrier<double> barrier{100, 0.01};
  for (double x : {0.001, 0.004, 0.0099}) {
    const double e = 1e-7 * x;
    CHECK((barrier.second_derivative(x + e) - barrier.second_derivative(x - e)) / (2 * e) ==
          Approx(barrier.third_derivative(x)).epsilon(1e-6));
  }
  CHECK(std::abs(barrier.second_derivative(0.01 * (1 - 1e-9))) < 0.01);
  CHECK(barrier.energy(0.01) == 0);
  CHECK(std::isinf(barrier.energy(0)));
}

TEST_CASE("moves of the bar end before the wall and before an element is inverted") {
  const auto bar = make("collision_1d");
  const auto& moves = dynamic_cast<const FeasibleSteps&>(*bar);
  State u = bar->start();
  const Vec none = Vec::Zero(31), all = Vec::Ones(31);
  CHECK(moves.feasible_step(u.x, none) == 1);
  CHECK(moves.feasible_step(u.x, -0.099 * all) == 1);
  CHECK(moves.feasible_step(u.x, -0.4 * all) == Approx(0.25));
  Vec one = none;
  one[7] = 0.1;  // an element is 1/30 long
  CHECK(moves.feasible_step(u.x, one) == Approx(1. / 3));
  u.x += 0.34 * one;
  CHECK(std::isinf(bar->potential(u)));
  u.x = bar->start().x - 0.1 * all;
  CHECK(std::isinf(bar->potential(u)));
}

TEST_CASE("the four cases of the bar differ as they are told to") {
  CHECK(make("collision_1d")->energy(make("collision_1d")->start()) == Approx(5));
  const auto stiff = make("collision_1d", {{"case", "stiff"}});
  CHECK(std::get<double>(stiff->parameters().at("wave_speed")) == 100);
  const auto damped = make("collision_1d", {{"case", "damped"}, {"gap", 0.5}});
  CHECK(damped->start().x[0] == 0.5);
  CHECK(damped->traits().varying_damping);
  CHECK_FALSE(stiff->traits().damped);
}

TEST_CASE("modes of the free bar are those of its stiffness, and share out its energy") {
  const auto bar = make("collision_1d", {{"nodes", 9L}});
  State u = bar->start();
  for (Eigen::Index i = 0; i < 9; ++i) {
    u.x[i] += 1e-4 * std::sin(double(i * i));
    u.v[i] += 0.3 * std::cos(double(3 * i));
  }
  const auto result = result_of(*bar, {u});
  const auto& energies = std::get<std::vector<double>>(result.at("modal_energy"));
  double sum = 0;
  for (double energy : energies) sum += energy;
  const Vec dx = u.x - bar->start().x;
  CHECK(sum == Approx(bar->kinetic(u) + 0.5 * dx.dot(bar->linear_stiffness() * dx)).epsilon(1e-12));
  CHECK(std::get<std::vector<double>>(result.at("modal_frequency"))[8] == Approx(16));  // 2 c / dx
}

TEST_CASE("contacts are timed between states") {
  const auto wall = make("particle_wall", {{"x0", 0.5}});
  const auto at = [](double t, double x, double v) {
    return State{t, Vec::Constant(1, x), Vec::Constant(1, v)};
  };
  const auto result = result_of(*wall, {at(0, 0.5, -1), at(0.4, 0.1, -1), at(0.6, -0.1, 0),
                                        at(0.8, 0.3, 0.9), at(1, 0.4, 0.9)});
  CHECK(number(result, "impact_time") == Approx(0.5));
  CHECK(number(result, "separation_time") == Approx(0.65));
  CHECK(number(result, "restitution") == Approx(0.9));
  CHECK(number(result, "minimum_position") == -0.1);
  CHECK(std::get<long>(result.at("contacts")) == 1);
  CHECK(std::get<std::vector<double>>(result.at("series_position")).size() == 5);
  CHECK(std::isnan(number(result_of(*wall, {at(0, 0.5, -1)}), "impact_time")));
}

TEST_CASE("the quadratic wall returns a particle with its speed after half a period") {
  const auto wall = make("particle_wall", {{"x0", 0.25}, {"stiffness", 100.0}});
  const double leave = 0.25 + std::numbers::pi / 10;
  CHECK(wall->exact(0.25 + std::numbers::pi / 20)->x[0] == Approx(-0.1));
  CHECK(wall->exact(leave + 0.1)->v[0] == Approx(1));
  CHECK(wall->exact(leave + 0.1)->x[0] == Approx(0.1));
}

}  // namespace collision_tests
