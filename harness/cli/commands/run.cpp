#include "harness/run/run.hpp"

#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/run_summary.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/output.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/environment.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/sweep.hpp"
#include "problems/contract/problem_hash.hpp"

#include <fmt/format.h>

#include <random>

namespace stiffbench {
namespace {

struct Arguments {
  std::string experiment, problem, out = "-";
  std::vector<std::string> settings;
  RunRequest request;
  Limits limits;
  bool no_reference = false, json = false;
  Again again;
  std::optional<double> digits;
  unsigned seed = std::random_device{}();
};

int run_one(Arguments& arguments) {
  const bool no_problem = arguments.problem.empty(),
             no_integrator = arguments.request.integrator.empty();
  if (no_problem || no_integrator)
    throw Error("run takes an experiment, or --problem and --integrator",
                no_problem && no_integrator ? "none of them"
                : no_problem                ? "no --problem"
                                            : "no --integrator",
                no_problem ? "choose from 'stiffbench list problems'"
                           : "choose from 'stiffbench list integrators'");
  auto settings =
      split_settings(arguments.settings, arguments.problem, arguments.request.integrator);
  arguments.request.integrator_settings = std::move(settings.integrator);
  std::shared_ptr<const Problem> problem =
      ProblemRegistry::instance().make(arguments.problem, settings.problem);
  const RunPlan plan = make_plan(problem, arguments.request);
  Progress progress(1);
  const Judge judge(*problem, {.checkpoints = arguments.request.checkpoints,
                               .digits = arguments.digits,
                               .with_reference = !arguments.no_reference && plan.unfit.empty(),
                               .progress = [&](const std::string& what, double done) {
                                 progress.show(0, done, "reference: " + what);
                               }});
  Run run(plan, problem_hash(*problem), judge);
  while (!run.finished()) run.advance(arguments.limits);
  // An Error inside the run is a mistake of the caller and not a result.
  const Record record = run.record();
  if (record.result.status == Status::unfit && plan.unfit.empty())
    throw Error(record.result.reason);
  const Json json = to_json(record);
  validate(json, "record", "the record");
  const bool is_for_people = arguments.out == "-" && prints_to_terminal() && !arguments.json;
  write_output(arguments.out, is_for_people ? run_summary(record) : json.dump() + "\n");
  return 0;
}

int run_sweep(const Arguments& arguments) {
  if (arguments.out == "-")
    throw Error("a sweep needs a folder for its records", "no --out", "give --out DIR");
  Experiment experiment = load_experiment(arguments.experiment);
  if (arguments.digits) experiment.digits = arguments.digits;
  if (arguments.limits.timeout) experiment.limits.timeout = arguments.limits.timeout;
  if (arguments.limits.memory) experiment.limits.memory = arguments.limits.memory;
  const std::filesystem::path folder = arguments.out;
  const auto done = sweep(experiment, folder, experiment.with_reference && !arguments.no_reference,
                          arguments.seed, arguments.again);
  fmt::print("{} runs: {}", done.total, done.reuse);
  const char* separator = "; ";
  for (auto& [status, count] : done.status)
    fmt::print("{}{} {}", std::exchange(separator, ", "), count, to_string(status));
  fmt::print("; {}\n", (folder / "records.jsonl").string());
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "run",
     "Runs one integrator on one problem, or a sweep",
     {"run --problem fput --integrator rk4 --h 0.001",
      "run --problem fput --set problem.omega=50 --integrator rk4 --h 0.01",
      "run demo --out build/demo"}},
    [](Arguments& values, ArgumentList& list) {
      RunRequest& request = values.request;
      list.add("experiment", &values.experiment,
               "File or name of an experiment: a sweep into --out DIR");
      const auto add_single = [&list](const char* name, Target target, const char* doc) {
        list.add(name, target, doc).rivals = {"experiment"};
      };
      add_single("--problem", &values.problem, "Name of the problem");
      add_single("--integrator", &request.integrator, "Name of the integrator");
      add_single("--set", &values.settings,
                 "problem.NAME=VALUE or integrator.NAME=VALUE; may be given again");
      add_single("--h", &request.h, "Step size (s); end_time / h must be whole");
      add_single("--tolerance", &request.tolerance,
                 "Relative tolerance of an integrator that chooses its own steps");
      add_single("--checkpoints", &request.checkpoints,
                 "Equally spaced times of comparison, the end included (default 1)");
      add_single("--repeats", &request.repeats, "Timed samples (default 3; 0: not timed)");
      add_single("--energy-series", &request.energy_series,
                 "Points of the energy drift kept in the record (default 0)");
      add_single("--final", &request.keep_final, "Keep the last state in the record");
      add_single("--json", &values.json,
                 "Print the record to a terminal too, in place of a summary");
      list.add("--no-reference", &values.no_reference, "Compute no reference: errors are null");
      list.add("--digits", &values.digits,
               "Digits that the reference must win (see 'stiffbench reference --help')");
      list.add("--timeout", &values.limits.timeout, "Longest time of one run (s)");
      list.add("--memory", &values.limits.memory, "Most memory of one run (bytes)");
      list.add("--again", &values.again,
               "Run these integrators or problems of a sweep again; without a name: all")
          .partners = {"experiment"};
      list.add("--seed", &values.seed, "Seed of a sweep's random order (default: new)");
      list.add("--out", &values.out,
               "File for the record, or - for standard output; folder of a sweep");
    },
    [](Arguments& values) {
      use_one_thread();
      check_limits(values.limits);
      return values.experiment.empty() ? run_one(values) : run_sweep(values);
    });

}  // namespace
}  // namespace stiffbench
