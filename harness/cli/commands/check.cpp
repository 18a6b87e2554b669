#include "harness/checks/orders.hpp"
#include "harness/cli/commands/commands.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/run/environment.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

void print_check(const OrderCheck& check) {
  const std::string verdict = check.missed ? "MISS" : check.skipped.empty() ? "ok" : "-";
  if (!check.skipped.empty())
    fmt::print("{:4} {:22} {}: {}\n", verdict, check.integrator, check.problem, check.skipped);
  else
    fmt::print("{:4} {:22} {}: declared {}, measured {:.3f} +- {:.3f} ({} points)\n", verdict,
               check.integrator, check.problem, check.declared, check.fit.order,
               check.fit.half_width, check.fit.points);
  std::fflush(stdout);
}

struct Arguments {
  std::vector<std::string> integrators, settings;
  std::string problem;
  double digits = OrderProblem{}.digits;
};

std::optional<OrderProblem> problem_of(const Arguments& arguments) {
  if (arguments.problem.empty()) return {};
  const auto settings = split_settings(arguments.settings, arguments.problem, "");
  std::string label = arguments.problem;
  for (auto& [name, value] : settings.problem) label += " " + name + "=" + to_string(value);
  return OrderProblem{ProblemRegistry::instance().make(arguments.problem, settings.problem), label,
                      arguments.digits};
}

int check_these_orders(const Arguments& arguments) {
  use_one_thread();
  long measured = 0, missed = 0;
  for (auto& check : check_orders(arguments.integrators, print_check, problem_of(arguments))) {
    measured += check.skipped.empty();
    missed += check.missed;
  }
  fmt::print("{} orders measured, {} missed\n", measured, missed);
  return missed > 0 ? 1 : 0;
}

}  // namespace

void add_check_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("check", "Checks what integrators claim");
  command->require_subcommand(1);
  auto* orders = command->add_subcommand(
      "orders", "Measures orders: declared, measured, half width of the 95% confidence interval");
  auto arguments = std::make_shared<Arguments>();
  orders->add_option("--integrator", arguments->integrators, "Only this one; may be given again");
  auto* problem = orders->add_option("--problem", arguments->problem,
                                     "On this one, instead of all that offer themselves");
  orders->add_option("--set", arguments->settings, "problem.NAME=VALUE; may be given again")
      ->needs(problem);
  orders
      ->add_option("--digits", arguments->digits,
                   "Digits that its reference must win (default: 13)")
      ->needs(problem);
  orders->callback(
      [arguments, &job] { job = [arguments] { return check_these_orders(*arguments); }; });
  add_phi_check(*command, job);
}

}  // namespace stiffbench
