#include "harness/run.hpp"

#include "harness/commands/commands.hpp"
#include "harness/environment.hpp"
#include "harness/output.hpp"
#include "harness/settings_arguments.hpp"
#include "problems/error.hpp"
#include "problems/hash.hpp"

namespace stiffbench {
namespace {

struct Arguments {
  std::string problem;
  std::vector<std::string> settings;
  std::string out = "-";
  RunRequest request;
};

std::string hash_of(const Problem& problem) {
  return Hasher().update(problem.name()).update(to_json(problem.parameters()).dump()).hex();
}

int run_one(Arguments& arguments) {
  use_one_thread();
  auto settings =
      split_settings(arguments.settings, arguments.problem, arguments.request.integrator);
  arguments.request.integrator_settings = std::move(settings.integrator);
  std::shared_ptr<const Problem> problem =
      ProblemRegistry::instance().make(arguments.problem, settings.problem);
  const RunPlan plan = make_plan(problem, arguments.request);
  write_output(arguments.out, run(plan, hash_of(*problem), "").dump() + "\n");
  return 0;
}

}  // namespace

void add_run_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("run", "Runs one integrator on one problem");
  auto arguments = std::make_shared<Arguments>();
  RunRequest& request = arguments->request;
  command->add_option("--problem", arguments->problem, "Name of the problem")->required();
  command->add_option("--integrator", request.integrator, "Name of the integrator")->required();
  command->add_option("--set", arguments->settings,
                      "problem.NAME=VALUE or integrator.NAME=VALUE; may be given again");
  command->add_option("--h", request.h, "Step size (s); end_time / h must be whole");
  command->add_option("--tolerance", request.tolerance,
                      "Relative tolerance of an integrator that chooses its own steps");
  command->add_option("--checkpoints", request.checkpoints,
                      "Times of comparison, the end included");
  command->add_option("--repeats", request.repeats, "Timed samples");
  command->add_option("--energy-series", request.energy_series,
                      "Points of the energy drift kept in the record");
  command->add_flag("--final", request.keep_final, "Keep the last state in the record");
  command->add_option("--out", arguments->out, "File for the record, or - for standard output");
  command->callback([arguments, &job] { job = [arguments] { return run_one(*arguments); }; });
}

}  // namespace stiffbench
