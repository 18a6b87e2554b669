#include "problems/contract/counted_problem.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

namespace counted_problem_tests {

using namespace stiffbench;

namespace {

template <class P>
concept TellsExact = requires(const P& p) {
  p.exact(0.);
};
template <class P>
concept TellsEnd = requires(const P& p) {
  p.end_time();
};
template <class P>
concept TellsOutputs = requires(const P& p) {
  p.outputs(0L);
};
template <class P>
concept GivesAway = requires(const P& p) {
  p.inner();
};

static_assert(TellsExact<Problem> && TellsEnd<Problem> && TellsOutputs<Problem>);
static_assert(!TellsExact<CountedProblem> && !TellsEnd<CountedProblem>);
static_assert(!TellsOutputs<CountedProblem> && !GivesAway<CountedProblem>);
static_assert(!std::is_convertible_v<const CountedProblem&, const Problem&>);
static_assert(!std::is_convertible_v<const CountedProblem*, const Problem*>);

}  // namespace

TEST_CASE("stages, which have no internal variables, see those of their step") {
  const auto problem = ProblemRegistry::instance().make("crash");
  CountedProblem counted(*problem);
  State u = problem->start();
  u.z = Vec::Constant(1 + 762, 0.01);
  counted.hold(u.z);
  const State stage{u.t, u.x, u.v};
  Vec seen, expected;
  counted.force(stage, seen);
  problem->force(u, expected);
  CHECK(seen == expected);
  CHECK(seen.norm() > 1);  // springs that flowed pull
  counted.jacobian_times(stage, u.v, u.v, seen);
  problem->jacobian_times(u, u.v, u.v, expected);
  CHECK(seen == expected);
  Mat A, B;
  counted.stiffness(stage, A);
  problem->stiffness(u, B);
  CHECK(Mat(A - B).norm() == 0);
  counted.projected_stiffness(stage, A);
  projected_stiffness(*problem, u, B);
  CHECK(Mat(A - B).norm() == 0);
  CHECK(counted.energy(stage) == problem->energy(u));
}

TEST_CASE("a contestant's view counts every evaluation and says what the problem says") {
  const auto problem = ProblemRegistry::instance().make("duffing_chain", {{"damping", 0.5}});
  const CountedProblem counted(*problem);
  const State u = problem->start();
  const Vec dx = Vec::Ones(counted.dof());
  Vec f, expected;
  Mat A, B;

  counted.force(u, f);
  problem->force(u, expected);
  CHECK(f == expected);
  counted.jacobian_times(u, dx, dx, f);
  problem->jacobian_times(u, dx, dx, expected);
  CHECK(f == expected);
  counted.stiffness(u, A);
  problem->stiffness(u, B);
  CHECK(Vec(A.coeffs()) == Vec(B.coeffs()));
  counted.projected_stiffness(u, A);
  counted.damping(u, A);
  problem->damping(u, B);
  CHECK(Vec(A.coeffs()) == Vec(B.coeffs()));
  counted.time_derivative(u, f);
  CHECK(counted.potential(u) == problem->potential(u));
  CHECK(counted.energy(u) == problem->energy(u));

  const Work& work = counted.work();
  CHECK(work.force == 1);
  CHECK(work.jacobian_products == 1);
  CHECK(work.stiffness == 2);
  CHECK(work.damping == 1);
  CHECK(work.time_derivative == 1);
  CHECK(work.potential == 2);
  CHECK(work.factorize + work.solve + work.newton_iterations + work.krylov_vectors == 0);
  CHECK(&counted.mass() == &problem->mass());
  CHECK(&counted.linear_stiffness() == &problem->linear_stiffness());
}

}  // namespace counted_problem_tests
