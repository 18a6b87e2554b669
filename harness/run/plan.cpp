#include "harness/run/plan.hpp"

#include "base/error.hpp"
#include "harness/processes/pool.hpp"
#include "integrators/contract/parallel_stages.hpp"
#include "problems/contract/optional/internal_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiffbench {
namespace {

constexpr double most_steps = 1e15;  // larger counts are not exact in double

/// Throws an Error for more than 1e9 items that a run keeps in memory or processes in sequence.
void check_most(const char* things, long count) {
  constexpr long most = 1'000'000'000;
  if (count > most)
    throw Error(fmt::format("a run has at most {} {}", most, things), std::to_string(count),
                "give fewer");
}

/// Returns the minimum number of steps of an adaptive integrator: it returns states at the
/// checkpoints, or more often for the energy series, and at the ticks of the problem's clock.
long fewest_steps(const RunRequest& request, long ticks) {
  const long checkpoints = std::max(1L, request.checkpoints);
  const long outputs = (request.energy_series + checkpoints - 1) / checkpoints;
  const long states = checkpoints * std::max(1L, outputs);
  if (static_cast<double>(states) * static_cast<double>(ticks) > most_steps)
    throw Error("checkpoints or energies times clock periods are at most 1e15",
                fmt::format("{} times {}", states, ticks), "give fewer checkpoints");
  return std::lcm(states, ticks);
}

/// Throws an Error if the number of steps is not a multiple of the number of `things`.
void check_multiple(long count, long of, const std::string& things) {
  if (count % of == 0) return;
  const long below = count / of * of, above = below + of;
  throw Error("the number of steps must be a multiple of the " + things,
              fmt::format("{} steps, {} {}", count, of, things),
              below == 0 ? fmt::format("the nearest is {} steps", above)
                         : fmt::format("the nearest are {} and {} steps", below, above));
}

void check_checkpoints(long count, long checkpoints) {
  if (checkpoints < 1)
    throw Error("checkpoints must be at least 1", std::to_string(checkpoints),
                "1 compares the end alone");
  check_multiple(count, checkpoints, "checkpoints");
}

void set_tolerance(AnyIntegrator& integrator, const RunRequest& request) {
  const char* const remedy = "give --tolerance (in an experiment: tolerances)";
  Settings settings = request.integrator_settings;
  if (const auto own = settings.find(tolerance_parameter); own != settings.end())
    throw Error(fmt::format("integrator '{}': {} is what --tolerance and an experiment's "
                            "tolerances set",
                            request.integrator, tolerance_parameter),
                fmt::format("integrator.{}={} and {}", tolerance_parameter, to_string(own->second),
                            request.tolerance ? fmt::format("tolerance {}", *request.tolerance)
                                              : "no tolerance"),
                fmt::format("leave integrator.{} out{}", tolerance_parameter,
                            request.tolerance ? "" : std::string(", and ") + remedy));
  if (!request.tolerance)
    throw Error(fmt::format("integrator '{}' chooses its own steps", request.integrator),
                "no tolerance", remedy);
  settings[tolerance_parameter] = *request.tolerance;
  integrator->assign(settings);
}

}  // namespace

long count_steps(double end_time, double h) {
  if (!(h > 0) || !(h <= end_time * (1 + 1e-6)))
    throw Error(fmt::format("h must be in (0, end_time = {}]", end_time), fmt::format("{}", h),
                fmt::format("give a step such as {}", end_time / 100));
  const double ratio = end_time / h, whole = std::round(ratio);
  if (ratio > most_steps)
    throw Error("end_time / h must be at most 1e15", fmt::format("{}", ratio), "take a larger h");
  if (std::abs(ratio - whole) <= 1e-6 * whole) return static_cast<long>(whole);
  const double below = std::max(1.0, std::floor(ratio)), above = std::floor(ratio) + 1;
  throw Error("end_time / h must be a whole number of steps",
              fmt::format("{} / {} = {:.10g}", end_time, h, ratio),
              fmt::format("the nearest are h = {:.17g} ({} steps) and h = {:.17g} ({} steps)",
                          end_time / below, below, end_time / above, above));
}

RunPlan make_plan(std::shared_ptr<const Problem> problem, const RunRequest& request) {
  AnyIntegrator integrator =
      IntegratorRegistry::instance().make(request.integrator, request.integrator_settings);
  const double end_time = problem->end_time();
  const bool adaptive = integrator->adaptive();
  if (adaptive)
    set_tolerance(integrator, request);
  else if (request.tolerance)
    throw Error(fmt::format("integrator '{}' takes fixed steps", request.integrator),
                fmt::format("tolerance {}", *request.tolerance), "give --h");
  if (request.repeats < 0)
    throw Error("there are 0 or more repeats", std::to_string(request.repeats),
                "0 times nothing, 1 times one run");
  if (request.energy_series < 0)
    throw Error("an energy series has 0 or more points", std::to_string(request.energy_series),
                "0 keeps none");

  check_most("repeats", request.repeats);
  check_most("checkpoints", request.checkpoints);
  check_most("points of an energy series", request.energy_series);

  const long ticks = std::max(1L, clock_ticks(*problem));
  long count = 0;
  if (request.count)
    count = *request.count;
  else if (request.h)
    count = count_steps(end_time, *request.h);
  else if (adaptive)
    count = fewest_steps(request, ticks);
  else
    throw Error(fmt::format("integrator '{}' takes fixed steps", request.integrator), "no h",
                "give --h (in an experiment: steps or counts)");
  if (count < 1)
    throw Error("the number of steps must be at least 1", std::to_string(count), "give more");
  if (static_cast<double>(count) > most_steps)
    throw Error("the number of steps must be at most 1e15", std::to_string(count), "give fewer");
  check_checkpoints(count, request.checkpoints);
  check_multiple(count, ticks, fmt::format("clock periods ({:g} s)", clock_period(*problem)));

  std::string why_not_applicable = integrator->why_not_applicable(*problem);
  const double h = end_time / static_cast<double>(count);
  return {
      request, std::move(problem), std::move(integrator), h, count, std::move(why_not_applicable),
      {}};
}

std::vector<ParameterFacts> searched_parameters(const RunPlan& plan) {
  auto parameters = plan.integrator->parameters();
  std::erase_if(parameters, [&](const ParameterFacts& parameter) {
    return parameter.ladder.values.empty() ||
           plan.request.integrator_settings.contains(parameter.name);
  });
  return parameters;
}

RunPlan with_settings(RunPlan plan, const Settings& settings) {
  plan.integrator->assign(settings);
  plan.why_not_applicable = plan.integrator->why_not_applicable(*plan.problem);
  return plan;
}

void check_threads(const RunPlan& plan, long jobs) {
  const long threads = plan.request.threads, cores = usable_cores();
  if (threads < 1 || threads > cores)
    throw Error("a run has at least one thread, and no more than there are cores",
                fmt::format("{} threads on {} core{}", threads, cores, cores == 1 ? "" : "s"),
                fmt::format("give --threads 1{}, or as many in the experiment",
                            cores == 1 ? "" : fmt::format(" to {}", cores)));
  if (jobs > cores / threads)
    throw Error("jobs times threads are no more than there are cores",
                fmt::format("{} jobs of {} thread{} on {} core{}", jobs, threads,
                            threads == 1 ? "" : "s", cores, cores == 1 ? "" : "s"),
                fmt::format("give --jobs {}, or leave it out", cores / threads));
  for (const auto& parameter : plan.integrator->parameters())
    if (threads == 1 && parameter.name == parallel_parameter && parameter.value == Value(true))
      throw Error(fmt::format("integrator '{}': parallel_stages needs more than one thread",
                              plan.request.integrator),
                  "--threads 1", "give --threads 2, or leave parallel_stages out");
}

}  // namespace stiffbench
