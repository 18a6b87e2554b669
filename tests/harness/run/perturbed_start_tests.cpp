// Tests of the starts from which runs set out where an experiment has several: what is perturbed,
// what is not, and what a record says of it.

#include "harness/run/initial_state.hpp"
#include "harness/run/observe.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_record.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/problem_hash.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace perturbed_start_tests {

using namespace stiffbench;

namespace {

std::shared_ptr<const Problem> problem_of(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}

/// Small problems that between them have internal variables, a clock, contacts, a barrier, loads,
/// and a force that is made anew in each step.
const std::vector<std::pair<std::string, Settings>> varied{
    {"crash", {{"end_time", 0.01}}},
    {"contact_ball", {{"frequency", 2L}, {"end_time", 0.02}}},
    {"bouncing_ball", {{"frequency", 2L}, {"height", 0.001}, {"end_time", 0.02}}},
    {"jello", {{"cells", 2L}, {"material", "lagged_corotated"}, {"end_time", 0.02}}},
    {"forced_oscillator", {{"end_time", 0.02}}},
    {"flag", {{"columns", 4L}, {"rows", 3L}, {"end_time", 0.002}}}};

RunPlan plan_of(const std::shared_ptr<const Problem>& problem, long count = 4) {
  return make_plan(problem, {.integrator = "implicit_euler", .count = count, .repeats = 0});
}
RunPlan from_start(RunPlan plan, const PerturbedStart& start) {
  plan.start = start;
  return plan;
}
RunPlan varied_plan(const std::string& name, const Settings& settings) {
  return plan_of(problem_of(name, settings), name == "crash" ? 2 : 4);
}

}  // namespace

TEST_CASE("the perturbation of a start fills its range, and depends on its index alone") {
  const Vec one = perturbation_of({1, 1e-6}, 3000), two = perturbation_of({2, 1e-6}, 3000);
  CHECK(one == perturbation_of({1, 1e-6}, 3000));
  CHECK((perturbation_of({1, 2e-6}, 3000) - 2 * one).norm() < 1e-12 * one.norm());
  for (const Vec& perturbation : {one, two}) {
    CHECK(perturbation.maxCoeff() == Approx(1e-6).epsilon(0.01));
    CHECK(perturbation.minCoeff() == Approx(-1e-6).epsilon(0.01));
    CHECK(std::abs(perturbation.mean()) < 4e-8);  // a mean of 3000 has a deviation of 1.1e-8
    CHECK(std::set<double>(perturbation.begin(), perturbation.end()).size() == 3000);
  }
  CHECK(std::abs(one.dot(two)) < 0.1 * one.norm() * two.norm());
}

TEST_CASE("a perturbed start differs from the problem's in its positions alone") {
  for (const auto& [name, settings] : varied) {
    INFO(name);
    const RunPlan plan = varied_plan(name, settings);
    const State u = plan.problem->start(), perturbed = initial_state(from_start(plan, {3, 1e-6}));
    CHECK(initial_state(plan).x == u.x);
    CHECK(perturbed.x == u.x + perturbation_of({3, 1e-6}, plan.problem->dof()));
    CHECK(perturbed.x != u.x);
    CHECK(perturbed.v == u.v);
    CHECK(perturbed.z == u.z);
    CHECK(perturbed.t == u.t);
  }
}

TEST_CASE("fixed vertices stay where they are, and every other one moves") {
  // The vertices on the edge x = y = 0 are fixed: 3 of 27.
  const RunPlan plan = plan_of(problem_of("rotating_cube", {{"cells", 2L}}));
  const auto points = [](const RunPlan& one) {
    return dynamic_cast<const Pictured&>(*one.problem).bodies(initial_state(one))[0].points;
  };
  const Eigen::Matrix3Xd before = points(plan), after = points(from_start(plan, {1, 1e-6}));
  REQUIRE(before.cols() == 27);
  long fixed = 0;
  for (Eigen::Index i = 0; i < before.cols(); ++i) {
    const bool is_on_edge = before.col(i).head<2>().norm() == 0;
    fixed += is_on_edge;
    CHECK((after.col(i) == before.col(i)) == is_on_edge);
    CHECK((after.col(i) - before.col(i)).lpNorm<Eigen::Infinity>() <= 1e-6);
  }
  CHECK(fixed == 3);
}

TEST_CASE("a run from another start is the same run in all else") {
  for (const auto& [name, settings] : varied) {
    INFO(name);
    const RunPlan plan = varied_plan(name, settings);
    const Observation own = observe(plan), same = observe(from_start(plan, {1, 1e-200})),
                      other = observe(from_start(plan, {1, 1e-7}));
    REQUIRE(own.status == Status::ok);
    REQUIRE(same.status == Status::ok);
    const State &a = own.checkpoints.back(), &b = same.checkpoints.back();
    CHECK((a.x - b.x).norm() <= 1e-12 * a.x.norm());
    CHECK(a.z.size() == b.z.size());
    CHECK(other.checkpoints.back().x != a.x);
    CHECK(same.outputs.has_value() == own.outputs.has_value());
  }
}

TEST_CASE("a run is told from others by its start, and its record says which it is") {
  const auto problem = problem_of("fput");
  const std::string hash = problem_hash(*problem);
  const RunPlan plan = plan_of(problem, 100);
  std::set<std::string> ids{run_identity(plan, hash, "none")};
  for (const PerturbedStart& start : {PerturbedStart{1, 1e-6}, {2, 1e-6}, {1, 1e-5}})
    ids.insert(run_identity(from_start(plan, start), hash, "none"));
  CHECK(ids.size() == 4);
  CHECK_FALSE(to_json(make_record(plan, hash, "none", {})).contains("start"));
  const Json json = to_json(make_record(from_start(plan, {2, 1e-6}), hash, "none", {}));
  CHECK(json["start"] == Json{{"index", 2}, {"perturbation", 1e-6}});
  CHECK(json["problem"]["hash"] == hash);
  CHECK(record_from_json(json).start == PerturbedStart{2, 1e-6});
}

TEST_CASE("a perturbed start that is not feasible is a status of its own") {
  const auto problem = problem_of("bouncing_ball", {{"frequency", 2L}});
  const Judge judge(*problem, {.with_reference = false});
  const RunPlan plan = from_start(plan_of(problem), {1, 0.1});  // the ball's diameter
  Run run(plan, problem_hash(*problem), judge);
  run.advance({});
  CHECK(run.status() == Status::infeasible);
  CHECK(run.record().result.reason == "the potential is not finite at the perturbed start");
  CHECK_FALSE(run.record().result.energy);
}

}  // namespace perturbed_start_tests
