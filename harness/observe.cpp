#include "harness/observe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

class DivergenceRule {
 public:
  explicit DivergenceRule(const Problem& problem) {
    const State start = problem.start();
    const double span = problem.end_time();
    const double a = largest_acceleration(problem, start, span);
    const double v = start.v.lpNorm<Eigen::Infinity>();
    largest_v_ = factor_ * (v + a * span);
    largest_x_ = factor_ * (start.x.lpNorm<Eigen::Infinity>() + v * span + a * span * span);
  }

  /// Why the state counts as diverged, or empty.
  std::string broken(const State& u) const {
    if (!u.x.allFinite() || !u.v.allFinite())
      return fmt::format("the state is not finite at t = {:.6g} s", u.t);
    const double x = u.x.lpNorm<Eigen::Infinity>(), v = u.v.lpNorm<Eigen::Infinity>();
    if (largest_v_ > 0 && (x > largest_x_ || v > largest_v_))
      return fmt::format("the state has grown 1e8-fold at t = {:.6g} s", u.t);
    return "";
  }

 private:
  static double largest_acceleration(const Problem& problem, State u, double span) {
    Vec f, a;
    double largest = 0;
    for (int i = 0; i <= 4; ++i) {
      u.t = span * i / 4;
      problem.force(u, f);
      problem.mass().solve(f, a);
      largest = std::max(largest, a.lpNorm<Eigen::Infinity>());
    }
    return largest;
  }

  static constexpr double factor_ = 1e8;
  double largest_x_, largest_v_;
};

}  // namespace

Observed observe(const RunPlan& plan) {
  const Problem& problem = *plan.problem;
  const CountedProblem counted(problem);
  const DivergenceRule rule(problem);
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
  seen.work = counted.work();
  seen.reported = method.reported();
  if (method.adaptive()) seen.count = method.steps_taken();
  seen.energy = energy.summary();
  if (outputs) seen.outputs = outputs->result();
  return seen;
}

}  // namespace stiffbench
