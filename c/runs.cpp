// Runs, experiments and the command line.
#include "c/calls/handles.hpp"
#include "c/calls/options.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/processes/interrupt.hpp"
#include "harness/single/single_run.hpp"
#include "harness/single/turn.hpp"
#include "harness/sweep/sweep.hpp"
#include "reference/reference.hpp"

#include <cstdio>
#include <random>
#include <utility>

namespace stiffbench::c {
namespace {

RunRequest request_from(const std::string& integrator, const char* settings,
                        const Options& options) {
  RunRequest request{
      .integrator = integrator,
      .integrator_settings = settings_from(settings, fmt::format("integrator '{}'", integrator))};
  request.checkpoints = options.find<long>("checkpoints").value_or(1);
  request.repeats = options.find<long>("repeats").value_or(0);
  request.energy_series = options.find<long>("energy_series").value_or(0);
  request.keep_final = options.find<bool>("final").value_or(false);
  request.threads = options.find<long>("threads").value_or(1);
  request.tuned = options.find<bool>("tuned").value_or(false);
  return request;
}

Limits limits_from(const Options& options) {
  const Limits limits{.timeout = options.find<double>("timeout"),
                      .memory = options.find<long>("memory")};
  check_limits(limits);
  return limits;
}

/// Executes the request and leaves its record.
void run(const std::shared_ptr<const Problem>& problem, const RunRequest& request,
         const Options& options) {
  const Limits limits = limits_from(options);
  Judge::Options judging{.checkpoints = request.checkpoints,
                         .digits = options.find<double>("digits"),
                         .with_reference = options.find<bool>("reference").value_or(true)};
  if (judging.digits) check_digits(*judging.digits);
  std::fflush(stdout);  // children must not print again what waits there
  const HarnessTurn turn;
  const RunPlan plan = make_plan(problem, request);
  check_threads(plan, 1);
  judging.with_reference = judging.with_reference && plan.why_not_applicable.empty();
  const Judge judge(*problem, judging);
  const InterruptHandler handler;
  leave_text(to_json(single_run(plan, judge, limits)).dump());
}

/// Executes a run with h or a tolerance, which `put` sets.
template <class Put>
int run_with(stiffbench_problem problem, const char* integrator, const char* settings,
             const char* options, const Put& put) {
  return guarded([&] {
    const Options given(options, "options of a run",
                        {"checkpoints", "repeats", "energy_series", "final", "threads", "tuned",
                         "timeout", "memory", "digits", "reference"});
    RunRequest request = request_from(text_from(integrator, "integrator"), settings, given);
    put(request);
    run(problem_of(problem), request, given);
  });
}

Json summary_json(const SweepSummary& summary) {
  Json status = Json::object();
  for (const auto& [word, count] : summary.status) status[std::string(to_string(word))] = count;
  return {{"total", summary.total},
          {"reused", summary.reused},
          {"reuse", summary.reuse},
          {"status", status}};
}

SweepSummary run_experiment(const std::string& name, const std::string& folder,
                            const Options& options) {
  SweepOptions sweeping{.seed = options.find<unsigned>("seed").value_or(std::random_device{}())};
  const auto jobs = options.find<long>("jobs");
  if (jobs && *jobs < 1)
    throw Error("jobs are at least 1", fmt::format("{}", *jobs), "give more, or leave it out");
  sweeping.with_reference = options.find<bool>("reference").value_or(true);
  std::fflush(stdout);
  const HarnessTurn turn;
  return checked_sweep(load_experiment(name), folder, std::move(sweeping), jobs);
}

}  // namespace
}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_run(stiffbench_problem problem, const char* integrator, double h,
                   const char* settings, const char* options) {
  return c::run_with(problem, integrator, settings, options,
                     [h](RunRequest& request) { request.h = h; });
}

int stiffbench_run_to_tolerance(stiffbench_problem problem, const char* integrator,
                                double tolerance, const char* settings, const char* options) {
  return c::run_with(problem, integrator, settings, options,
                     [tolerance](RunRequest& request) { request.tolerance = tolerance; });
}

int stiffbench_run_experiment(const char* experiment, const char* folder, const char* options) {
  return c::guarded([&] {
    const SweepSummary summary =
        c::run_experiment(c::text_from(experiment, "experiment"), c::text_from(folder, "folder"),
                          {options, "options of an experiment", {"jobs", "seed", "reference"}});
    if (summary.interrupted) throw Interrupted();
    c::leave_text(c::summary_json(summary).dump());
  });
}

int stiffbench_command_line(int32_t count, const char* const* words, int32_t* status) {
  return c::guarded([&] {
    c::require_pointer(words, "words");
    c::require_pointer(status, "status");
    if (count < 1)
      throw c::Refusal(STIFFBENCH_BAD_LENGTH, "the first word is the name of the program",
                       fmt::format("{} words", count), "give at least one");
    std::vector<const char*> arguments(words, words + count);
    for (const char* word : arguments) c::text_from(word, "each word");
    arguments.push_back(nullptr);
    std::fflush(stdout);
    const HarnessTurn turn;
    *status = command_line(count, arguments.data());
  });
}
