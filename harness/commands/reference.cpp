#include "reference/reference.hpp"

#include "harness/commands/commands.hpp"
#include "harness/environment.hpp"
#include "harness/progress.hpp"
#include "harness/settings_arguments.hpp"
#include "problems/error.hpp"
#include "problems/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

struct Arguments {
  std::string problem;
  std::vector<std::string> settings;
  ReferenceOptions options;
};

int print_reference(Arguments& arguments) {
  use_one_thread();
  if (arguments.options.checkpoints < 1)
    throw Error("checkpoints must be at least 1", std::to_string(arguments.options.checkpoints),
                "1 is the end alone");
  const auto settings = split_settings(arguments.settings, arguments.problem, "");
  const auto problem = ProblemRegistry::instance().make(arguments.problem, settings.problem);
  Progress progress(1);
  arguments.options.progress = [&](const std::string& what, double done) {
    progress.show(0, done, what);
  };
  const Reference found = reference(*problem, arguments.options);
  fmt::print("{}", summary(*problem, found));
  return 0;
}

}  // namespace

void add_reference_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand(
      "reference", "Computes a certified solution and says how far to trust it");
  auto arguments = std::make_shared<Arguments>();
  ReferenceOptions& options = arguments->options;
  command->add_option("problem", arguments->problem, "Name of the problem")->required();
  command->add_option("--set", arguments->settings, "problem.NAME=VALUE; may be given again");
  command->add_option("--checkpoints", options.checkpoints,
                      "Equally spaced times, the end included (default 1)");
  command->add_option("--digits", options.digits,
                      "Digits on which the two methods must agree (default: 12 where the problem "
                      "runs in extended precision, else 9)");
  command->callback(
      [arguments, &job] { job = [arguments] { return print_reference(*arguments); }; });
}

}  // namespace stiffbench
