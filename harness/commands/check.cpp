#include "harness/commands/commands.hpp"
#include "harness/environment.hpp"
#include "harness/json.hpp"
#include "harness/orders.hpp"
#include "harness/output.hpp"
#include "harness/phi_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

/// One line for each contestant.
void print_summary(const std::vector<PhiCheck>& checks) {
  struct Row {
    long held = 0, refused = 0, silent = 0;
    double worst = 0;
  };
  std::map<std::string, Row> rows;
  for (const auto& check : checks) {
    Row& row = rows[check.contestant];
    if (check.status != Status::ok)
      ++row.refused;
    else
      ++(check.silent() ? row.silent : row.held);
    row.worst = std::max(row.worst, check.error / check.tolerance);
  }
  fmt::print("{:32} {:>6} {:>8} {:>7} {:>22}\n", "back end", "held", "refused", "silent",
             "worst error/tolerance");
  for (const auto& [name, row] : rows)
    fmt::print("{:32} {:6} {:8} {:7} {:22.2g}\n", name, row.held, row.refused, row.silent,
               row.worst);
}

Json to_json(const PhiCheck& c) {
  return {{"back_end", c.contestant},
          {"problem", c.problem},
          {"vector", c.vector},
          {"request", c.request},
          {"h_omega", c.h_omega},
          {"tolerance", c.tolerance},
          {"norm", c.norm},
          {"status", to_string(c.status)},
          {"reason", c.reason},
          {"error", c.status == Status::ok ? finite_or_null(c.error) : Json(nullptr)},
          {"estimate", finite_or_null(c.estimate)},
          {"seconds", c.seconds},
          {"products", c.products},
          {"solves", c.solves}};
}

int check_phi_back_ends(bool whole, const std::string& file) {
  use_one_thread();
  const auto tell = [](const PhiCheck& c) {
    if (!c.silent()) return;
    fmt::print(
        "SILENT {}: {} of a {} b with |b| = {:.0e}, h omega = {:g}, on {}: error {:.2g}, "
        "tolerance {:.0e}\n",
        c.contestant, c.request, c.vector, c.norm, c.h_omega, c.problem, c.error, c.tolerance);
    std::fflush(stdout);
  };
  const auto checks = check_phi(whole ? whole_phi_sweep() : thinned_phi_sweep(), tell);
  print_summary(checks);
  if (!file.empty()) {
    Json all = Json::array();
    for (const auto& check : checks) all.push_back(to_json(check));
    write_output(file, all.dump(1) + "\n");
  }
  const long silent = std::ranges::count_if(checks, &PhiCheck::silent);
  fmt::print("{} evaluations, {} silent failures\n", checks.size(), silent);
  return silent > 0 ? 1 : 0;
}

void add_phi_command(CLI::App& check, Job& job) {
  auto* command = check.add_subcommand(
      "phi", "Looks for phi back ends whose error is beyond ten times the tolerance in silence");
  auto whole = std::make_shared<bool>(false);
  auto file = std::make_shared<std::string>();
  command->add_flag("--whole", *whole, "The whole sweep, which takes hours");
  command->add_option("--table", *file, "Write every evaluation to this file (JSON)");
  command->callback([=, &job] { job = [=] { return check_phi_back_ends(*whole, *file); }; });
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
  add_phi_command(*command, job);
}

}  // namespace stiffbench
