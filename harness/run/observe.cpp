#include "harness/run/observe.hpp"

#include "base/system/stopwatch.hpp"
#include "harness/run/divergence.hpp"
#include "harness/run/energy.hpp"
#include "harness/run/initial_state.hpp"
#include "integrators/contract/step_driver.hpp"
#include "problems/contract/optional/switching_functions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

/// Detects changes of sign of a problem's switching functions along a run.
class KinkWatch {
 public:
  KinkWatch(const Problem& problem, const State& start)
      : switching_(dynamic_cast<const SwitchingFunctions*>(&problem)),
        begins_beyond_(is_beyond(start)) {}
  bool has_passed(const State& u) const { return is_beyond(u) != begins_beyond_; }

 private:
  bool is_beyond(const State& u) const {
    return switching_ && (switching_->switching_functions(u).array() < 0).any();
  }

  const SwitchingFunctions* switching_;  // null if the problem has none
  bool begins_beyond_;
};

}  // namespace

Observation observe(const RunPlan& plan) {
  const Problem& problem = *plan.problem;
  const long interval = plan.count / plan.request.checkpoints;
  State u = initial_state(plan);
  StepDriver driver(
      problem, plan.integrator,
      plan.request.continuous_force ? StepDriver::Force::of_limit : StepDriver::Force::of_steps);
  DivergenceRule rule(problem, u);
  EnergyFollower energy(u.t, problem.energy(u), plan.count, plan.request.energy_series);
  const auto outputs = problem.outputs(plan.request.energy_series);
  if (outputs) outputs->see(u);
  const KinkWatch kinks(problem, u);
  Observation observation;

  const auto end = [&](Status status, std::string reason) {
    observation.status = status;
    observation.reason = std::move(reason);
  };
  const Stopwatch preparation;
  driver.init(u, plan.h);
  observation.preparation = preparation.seconds();
  observation.resolved = driver.method().resolved();
  const Stopwatch loop;
  for (long i = 1; i <= plan.count && observation.status == Status::ok; ++i) {
    const Stopwatch step;
    Outcome outcome = driver.step(u);
    observation.stepping += step.seconds();
    if (!outcome.ok()) {
      end(outcome.status, fmt::format("step {}: {}", i, outcome.reason));
      break;
    }
    observation.count = i;
    const double now = problem.energy(u);
    std::string why = rule.state_breach(u);
    if (why.empty() && std::isfinite(now)) why = rule.energy_breach(u, now);
    if (!why.empty() || !std::isfinite(now)) {
      // If the potential is infinite, the force is meaningless, and so are the velocities.
      const bool infeasible =
          !std::isfinite(problem.potential(u)) && rule.state_breach({u.t, u.x, 0 * u.x}).empty();
      if (infeasible) why = fmt::format("the potential is not finite at t = {:.6g}", u.t);
      if (why.empty()) why = fmt::format("the energy is not finite at t = {:.6g}", u.t);
      end(infeasible ? Status::infeasible : Status::diverged, std::move(why));
      break;
    }
    energy.add(i, u.t, now);
    if (outputs) outputs->see(u);
    if (kinks.has_passed(u)) observation.passed_discontinuity = true;
    if (i % interval == 0) observation.checkpoints.push_back(u);
  }
  observation.loop = loop.seconds();
  if (observation.status == Status::ok)
    if (std::string why = rule.run_breach(); !why.empty()) end(Status::diverged, std::move(why));
  observation.work = driver.counted().work();
  observation.reported = driver.method().reported();
  if (driver.method().adaptive()) observation.count = driver.steps_taken();
  observation.energy = energy.summary();
  if (outputs) observation.outputs = outputs->result();
  return observation;
}

}  // namespace stiffbench
