#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/phi.hpp"
#include "problems/contract/registry.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/integrators/kernels/linear/random_blocks.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace parallel_stages_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

constexpr int nodes = 20, n = 3 * nodes;
constexpr double h = 0.3;

/// A nonlinear problem of 3x3 blocks. With damping, which is general, it has a load too.
Everything problem_of(bool damped) {
  std::mt19937 random(4);
  Mat K = random_blocks(nodes, 3, false, random), one(n, n);
  one.setIdentity();
  K = (K + 60 * one).eval();
  Everything::Data data{.mass = lumped_mass(n), .K = K, .cubic = 0.5, .block_size = 3};
  data.start = {0, random_vector(n, 1), random_vector(n, 2)};
  if (damped) {
    data.D = Mat(Vec::LinSpaced(n, 0.1, 0.5).asDiagonal());
    data.load1 = random_vector(n, 3);
  }
  return Everything(data);
}

/// What three steps leave.
struct Result {
  State state;
  std::vector<long> counts;
  Settings reported;
};

Result run(const Problem& problem, const std::string& name, const std::string& back_end,
           bool parallel, double step = h) {
  AnyIntegrator method =
      IntegratorRegistry::instance().make(name, {{"phi", back_end}, {"parallel_stages", parallel}});
  const CountedProblem counted(problem);
  method->init(counted, step);
  Result result{problem.start(), {}, {}};
  for (int i = 0; i < 3; ++i) REQUIRE(method->step(result.state).ok());
  Work::each(counted.work(), [&](const char*, long count) { result.counts.push_back(count); });
  result.reported = method->reported();
  return result;
}

}  // namespace

TEST_CASE("stages at the same time have the digits and counts of stages one after the other") {
  for (const bool damped : {false, true}) {
    const Everything problem = problem_of(damped);
    for (const char* name : {"pexprb43", "epirk4s3", "exprb42"})
      for (const std::string& back_end : phi::backend_names()) {
        const AnyIntegrator method = IntegratorRegistry::instance().make(name, {{"phi", back_end}});
        // Some do not take the damping; measured may choose another way in every run.
        if (!method->why_not_applicable(problem).empty() || back_end == "measured") continue;
        CAPTURE(damped, name, back_end);
        const Result one = run(problem, name, back_end, true);
        for (const int threads : {2, 3}) {
          const ThreadGuard guard(threads);
          const Result several = run(problem, name, back_end, true);
          CHECK(several.state.x == one.state.x);
          CHECK(several.state.v == one.state.v);
          CHECK(several.counts == one.counts);
          CHECK(several.reported == one.reported);
        }
        const Result together = run(problem, name, back_end, false);
        CHECK((together.state.x - one.state.x).norm() < 1e-9 * one.state.x.norm());
        CHECK(together.counts[0] == one.counts[0]);  // forces
      }
  }
}

TEST_CASE("stages at the same time see the force that the start of their step makes anew") {
  const auto jello = ProblemRegistry::instance().make(
      "jello", {{"aspect", 1L}, {"cells", 1L}, {"nudge", 5.0}, {"material", "lagged_corotated"}});
  const State apart = run(*jello, "pexprb43", "dense", true, 2e-3).state,
              together = run(*jello, "pexprb43", "dense", false, 2e-3).state;
  CHECK((together.x - apart.x).norm() < 1e-9 * apart.x.norm());
}

TEST_CASE("a method without stages has no stages to do at the same time") {
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("exprb2", {{"parallel_stages", true}}),
                    Contains("parallel_stages"));
}

}  // namespace parallel_stages_tests
