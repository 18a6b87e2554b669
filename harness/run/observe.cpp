#include "harness/run/observe.hpp"

#include "base/system/stopwatch.hpp"
#include "harness/run/divergence.hpp"
#include "harness/run/energy.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
Observation observe(const RunPlan& plan) {
  const Problem& problem = *plan.problem;
  const CountedProblem counted(problem,
                               problem.traits().stepwise && !plan.request.continuous_force);
  DivergenceRule rule(problem);
  const long interval = plan.count / plan.request.checkpoints;
  AnyIntegrator method = plan.integrator;
  State u = problem.start();
  EnergyFollower energy(u.t, problem.energy(u), plan.count, plan.request.energy_series);
  const auto outputs = problem.outputs(plan.request.energy_series);
  if (outputs) outputs->see(u);
  const bool begins_beyond = problem.kink(u.x) < 0;
  Observation observation;

  const auto end = [&](Status status, std::string reason) {
    observation.status = status;
    observation.reason = std::move(reason);
  };
  method.init(counted, plan.h);
  observation.resolved = method.resolved();
  const Stopwatch loop;
  for (long i = 1; i <= plan.count && observation.status == Status::ok; ++i) {
    const Stopwatch step;
    Outcome outcome = method.step(u);
    observation.stepping += step.seconds();
    if (!outcome.ok()) {
      end(outcome.status, fmt::format("step {}: {}", i, outcome.reason));
      break;
    }
    u = problem.after_step(std::move(u));
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
    if ((problem.kink(u.x) < 0) != begins_beyond) observation.passed_kink = true;
    if (i % interval == 0) observation.checkpoints.push_back(u);
  }
  observation.loop = loop.seconds();
  if (observation.status == Status::ok)
    if (std::string why = rule.run_breach(); !why.empty()) end(Status::diverged, std::move(why));
  observation.work = counted.work();
  observation.reported = method.reported();
  if (method.adaptive()) observation.count = method.steps_taken();
  observation.energy = energy.summary();
  if (outputs) observation.outputs = outputs->result();
  return observation;
}

}  // namespace stiffbench
