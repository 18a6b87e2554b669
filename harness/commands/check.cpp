#include "harness/commands/commands.hpp"
#include "harness/environment.hpp"
#include "harness/orders.hpp"

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

int check_all_orders(const std::vector<std::string>& integrators) {
  use_one_thread();
  long measured = 0, missed = 0;
  for (auto& check : check_orders(integrators, print_check)) {
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
  auto integrators = std::make_shared<std::vector<std::string>>();
  orders->add_option("--integrator", *integrators, "Only this one; may be given again");
  orders->callback(
      [integrators, &job] { job = [integrators] { return check_all_orders(*integrators); }; });
  add_phi_check(*command, job);
}

}  // namespace stiffbench
