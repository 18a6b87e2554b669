#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/check/nystrom_claims.hpp"
#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace composition_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::string words_of(const BrokenClaims& broken) {
  std::string words;
  for (const auto& line : broken) words += line + "\n";
  return words;
}

/// The state after steps of size h from u, on a problem without damping.
State after(const std::string& name, const Problem& problem, State u, double h, int steps) {
  AnyIntegrator method = IntegratorRegistry::instance().make(name);
  const CountedProblem counted(problem);
  method->init(counted, h);
  for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
  return u;
}

}  // namespace

TEST_CASE("compositions of velocity Verlet are symmetric, and their odd power sums vanish") {
  const auto check = [](const auto& row) {
    INFO(row.name);
    for (int k = 1; k < row.order; k += 2) {
      long double sum = 0;
      for (const double drift : row.drifts) sum += std::pow(static_cast<long double>(drift), k);
      CHECK(static_cast<double>(sum) == Approx(k == 1 ? 1 : 0).margin(1e-14));
    }
    for (std::size_t i = 0; i < row.drifts.size(); ++i)
      CHECK(row.drifts[i] == row.drifts[row.drifts.size() - 1 - i]);
  };
  check(tableaus::yoshida4);
  check(tableaus::suzuki4);
  check(tableaus::yoshida6);
  check(tableaus::mclachlan6);
  check(tableaus::kahan_li6);
  check(tableaus::composition8);
}

TEST_CASE("symmetric rows of kicks and drifts undo a step by one of -h, the others do not") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  each_row(tableaus::composition_rows, [&](const auto& row) {
    INFO(row.name);
    const State start = problem.start();
    const State back = after(row.name, problem, after(row.name, problem, start, 0.3, 1), -0.3, 1);
    const double off = (back.x - start.x).norm() + (back.v - start.v).norm();
    const bool symmetric = std::equal(row.kicks.begin(), row.kicks.end(), row.kicks.rbegin());
    CHECK((off < 1e-13) == symmetric);
  });
}

TEST_CASE("rows of kicks and drifts keep volume in phase space, others of their orders do not") {
  const TinyProblem problem({.consistent = false, .cubic = 1});
  const auto volume = [&](const std::string& name) {
    const double h = 0.4, small = 1e-5;
    Eigen::MatrixXd slope(6, 6);
    for (int k = 0; k < 6; ++k) {
      const auto end = [&](double sign) {
        State u = problem.start();
        (k < 3 ? u.x[k] : u.v[k - 3]) += sign * small;
        u = after(name, problem, u, h, 1);
        Vec y(6);
        y << u.x, u.v;
        return y;
      };
      slope.col(k) = (end(1) - end(-1)) / (2 * small);
    }
    return slope.determinant();
  };
  each_row(tableaus::composition_rows, [&](const auto& row) {
    INFO(row.name);
    CHECK(volume(row.name) == Approx(1).margin(1e-6));
  });
  CHECK(std::abs(volume("nystrom4") - 1) > 1e-5);
}

TEST_CASE("a force serves the end of a step and the start of the next one") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  const auto forces = [&](const std::string& name, int steps) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name);
    const CountedProblem counted(problem);
    method->init(counted, 0.1);
    State u = problem.start();
    for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
    CHECK(u.t == Approx(0.25 + 0.1 * steps).epsilon(1e-15));
    return counted.work().force;
  };
  CHECK(forces("composition8", 10) == 15 * 10 + 1);
  CHECK(forces("blanes_moan6", 10) == 11 * 10 + 1);
  CHECK(forces("mclachlan_atela4", 10) == 4 * 10);
  CHECK(forces("nystrom5", 10) == 4 * 10);
  CHECK(forces("rkn6", 10) == 5 * 10 + 1);
}

TEST_CASE("a Nystroem method shares the first force of steps and of rejected trials",
          "[adaptive]") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  AnyIntegrator method = IntegratorRegistry::instance().make(
      "rkn6", {{"adaptive", true}, {"rtol", 1e-8}, {"initial_step", 5.0}});
  const CountedProblem counted(problem);
  method->init(counted, 5);
  State u = problem.start();
  REQUIRE(method->step(u).ok());
  const long rejected = std::get<long>(method->reported().at("rejected_steps"));
  REQUIRE(rejected > 0);
  CHECK(counted.work().force == 1 + 5 * (method->steps_taken() + rejected));
}

TEST_CASE("composition8 has order 8 on a nonlinear problem with a load in time") {
  const TinyProblem problem({.cubic = 1, .load = 1});
  const auto at_end = [&](int steps) {
    return after("composition8", problem, problem.start(), 2.0 / steps, steps);
  };
  const State fine = at_end(40);
  const auto error = [&](int steps) { return (at_end(steps).x - fine.x).norm(); };
  const double coarse = error(5), half = error(10);
  CHECK(half > 1e-11);  // above round-off
  CHECK(std::log2(coarse / half) == Approx(8).margin(0.5));
}

TEST_CASE("every special Nystroem tree has its condition") {
  for (const auto& [order, count] : std::map<int, long>{{1, 1}, {2, 1}, {4, 3}, {6, 10}, {8, 36}})
    CHECK(nystrom_trees(order) == count);
  // Weights of one stage at the start: only the tree of order 1 has no node and no a_ij.
  NystromTableau<1> start{.name = "",
                          .title = "",
                          .doi = "",
                          .order = 1,
                          .a = {},
                          .b_position = {},
                          .b_velocity = {1},
                          .c = {0},
                          .y_stable = 0};
  CHECK(most_missed(NystromWeights(start), 1).off == 0);
  CHECK(static_cast<double>(most_missed(NystromWeights(start), 2).off) == Approx(-0.5));
  CHECK(most_missed(NystromWeights(tableaus::nystrom4), 4).off < 1e-18L);
  CHECK(words_of(broken_claims(NystromWeights(tableaus::nystrom4), 3, 2.58651889451956155)) ==
        "order 3 is claimed, and all conditions of order 4 hold\n");
}

TEST_CASE("rows of kicks and drifts, and of Nystroem, with one thing wrong say which") {
  const auto faults = [](auto row, auto&& plant) {
    plant(row);
    return words_of(broken_claims_of(row));
  };
  const auto drifts = [&](auto&& plant) { return faults(tableaus::blanes_moan6, plant); };
  CHECK(drifts([](auto&) {}).empty());
  CHECK_THAT(drifts([](auto& row) { row.kicks[2] += 1e-9; }), Contains("of order 1 is off by"));
  CHECK_THAT(drifts([](auto& row) {
               row.drifts[2] += 1e-9;
               row.drifts[3] -= 1e-9;
             }),
             Contains("off by"));
  CHECK_THAT(drifts([](auto& row) { row.order = 7; }), Contains("of order 7 is off by"));
  // A gap that is 4e-4 wide is not overlooked.
  CHECK_THAT(drifts([](auto& row) { row.y_stable = 6.2; }), Contains("y_stable is 3.14143109"));
  const auto stages = [&](auto&& plant) { return faults(tableaus::rkn6, plant); };
  CHECK(stages([](auto&) {}).empty());
  CHECK_THAT(stages([](auto& row) { row.a[3][1] += 1e-9; }), Contains("off by"));
  CHECK_THAT(stages([](auto& row) { row.b_position[4] += 1e-9; }), Contains("off by"));
  CHECK_THAT(stages([](auto& row) { row.y_stable = 1; }), Contains("y_stable is 0"));
  CHECK_THAT(stages([](auto& row) { row.embedded.b_velocity[5] += 1e-9; }),
             Contains("embedded method: order 4 is claimed, and the condition [] of order 1"));
  CHECK_THAT(stages([](auto& row) { row.embedded.b_position[0] += 1e-9; }),
             Contains("embedded method: order 4 is claimed") && Contains("of order 2 is off by"));
}

}  // namespace composition_tests
