#include "harness/checks/orders.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/run/environment.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

void print_check(const OrderCheck& check) {
  const std::string verdict = check.missed ? "MISS" : check.skip_reason.empty() ? "ok" : "-";
  if (!check.skip_reason.empty())
    fmt::print("{:4} {:22} {}: {}\n", verdict, check.integrator, check.problem, check.skip_reason);
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
    measured += check.skip_reason.empty();
    missed += check.missed;
  }
  fmt::print("{} orders measured, {} missed\n", measured, missed);
  return missed > 0 ? 1 : 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check orders",
     "Measures orders: declared, measured, half width of the 95% confidence interval",
     {"check orders", "check orders --problem fput --set problem.end_time=1"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("--integrator", &values.integrators, "Only this one; may be given again");
      list.add("--problem", &values.problem, "On this one, instead of all that offer themselves");
      list.add("--set", &values.settings, "problem.NAME=VALUE; may be given again").partners = {
          "--problem"};
      list.add("--digits", &values.digits, "Digits that its reference must win (default: 13)")
          .partners = {"--problem"};
    },
    check_these_orders);

}  // namespace
}  // namespace stiffbench
