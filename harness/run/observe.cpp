#include "harness/run/observe.hpp"

#include "harness/run/divergence.hpp"
#include "harness/run/energy.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
Observed observe(const RunPlan& plan) {
  const Problem& problem = *plan.problem;
  const CountedProblem counted(problem);
  DivergenceRule rule(problem);
  const long interval = plan.count / plan.request.checkpoints;
  AnyIntegrator method = plan.integrator;
  State u = problem.start();
  EnergyFollower energy(u.t, problem.energy(u), plan.count, plan.request.energy_series);
  const auto outputs = problem.outputs(plan.request.energy_series);
  if (outputs) outputs->see(u);
  Observed seen;

  const auto end = [&](Status status, std::string reason) {
    seen.status = status;
    seen.reason = std::move(reason);
  };
  method.init(counted, plan.h);
  seen.resolved = method.resolved();
  for (long i = 1; i <= plan.count && seen.status == Status::ok; ++i) {
    Outcome outcome = method.step(u);
    if (!outcome.ok()) {
      end(outcome.status, fmt::format("step {}: {}", i, outcome.reason));
      break;
    }
    u = problem.after_step(std::move(u));
    seen.count = i;
    const double now = problem.energy(u);
    std::string why = rule.broken(u);
    if (why.empty() && std::isfinite(now)) why = rule.broken_energy(u, now);
    if (!why.empty() || !std::isfinite(now)) {
      // A force may be anything where the potential is infinite: velocities say nothing there.
      const bool infeasible =
          !std::isfinite(problem.potential(u)) && rule.broken({u.t, u.x, 0 * u.x}).empty();
      if (infeasible) why = fmt::format("the potential is not finite at t = {:.6g} s", u.t);
      end(infeasible ? Status::infeasible : Status::diverged, std::move(why));
      break;
    }
    energy.add(i, u.t, now);
    if (outputs) outputs->see(u);
    if (i % interval == 0) seen.checkpoints.push_back(u);
  }
  if (seen.status == Status::ok)
    if (std::string why = rule.broken_run(); !why.empty()) end(Status::diverged, std::move(why));
  seen.work = counted.work();
  seen.reported = method.reported();
  if (method.adaptive()) seen.count = method.steps_taken();
  seen.energy = energy.summary();
  if (outputs) seen.outputs = outputs->result();
  return seen;
}

}  // namespace stiffbench
