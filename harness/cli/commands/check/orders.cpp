#include "harness/checks/orders.hpp"

#include "base/system/use_threads.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/check/order_lines.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/run/environment.hpp"
#include "reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::check_orders_command {
namespace {

struct Arguments {
  std::vector<std::string> integrators, settings;
  std::string problem;
  std::optional<double> digits;
  Limits limits{.timeout = 60, .memory = 4L << 30};
  bool json = false;
};

void print_sets(const std::vector<OrderProblem>& sets) {
  for (const auto& [problem, set, parameters] : sets) {
    std::string text;
    for (const auto& [name, value] : parameters)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, to_string(value));
    fmt::print("{}",
               paragraph(fmt::format("  {:20}", set), 23, text.empty() ? "its defaults" : text));
  }
  fmt::print("{:4} {:26} {:19} declared and measured order\n", "", "integrator", "parameter set");
}

void print_check(const OrderCheck& check) {
  fmt::print("{}", order_lines(check));
  std::fflush(stdout);
}

/// Counts of checks for the last line and the JSON.
struct Summary {
  long measured = 0, not_resolvable = 0, missed = 0, not_applicable = 0, failed = 0;

  explicit Summary(const std::vector<OrderCheck>& checks) {
    for (const auto& check : checks) {
      const OrderVerdict verdict = check.measurement.verdict;
      measured += verdict == OrderVerdict::ok || verdict == OrderVerdict::missed;
      not_resolvable += verdict == OrderVerdict::not_resolvable;
      missed += verdict == OrderVerdict::missed;
      not_applicable += verdict == OrderVerdict::not_applicable;
      failed += verdict == OrderVerdict::failed;
    }
  }
};

/// Repeats the failures at the end, where they are not lost among hundreds of other lines.
void print_end(const std::vector<OrderCheck>& checks, const Summary& summary) {
  if (summary.missed + summary.failed > 0) fmt::print("\nnot as declared:\n");
  for (const auto& check : checks)
    if (is_bad(check)) print_check(check);
  if (summary.not_resolvable + summary.missed > 0)
    fmt::print("h w is the step times the fastest rate of the motion\n");
  fmt::print("{} orders measured, {} not resolvable, {} missed{}\n", summary.measured,
             summary.not_resolvable, summary.missed,
             summary.failed > 0 ? fmt::format(", {} crashed", summary.failed) : "");
}

Json document(const std::vector<OrderCheck>& checks, const Summary& summary, const Limits& limits) {
  Json all = Json::array();
  for (const auto& check : checks) all.push_back(to_json(check));
  return {{"schema", "stiffbench.orders/1"},
          {"summary",
           {{"measured", summary.measured},
            {"not_resolvable", summary.not_resolvable},
            {"missed", summary.missed},
            {"not_applicable", summary.not_applicable},
            {"failed", summary.failed}}},
          {"limits", {{"timeout", *limits.timeout}, {"memory", *limits.memory}}},
          {"checks", std::move(all)},
          {"environment", environment()}};
}

std::vector<OrderProblem> problems_of(const Arguments& arguments) {
  const std::string& problem = arguments.problem;
  if (problem.empty()) return declared_sets();
  const Settings settings = split_settings(arguments.settings, problem, "").problem;
  ProblemRegistry::instance().make(problem, settings);  // reports unknown names first
  const auto declared = declared_sets(problem);
  if (settings.empty() && !declared.empty()) return declared;
  return {{problem, problem, settings}};
}

int check_these_orders(const Arguments& arguments) {
  check_limits(arguments.limits);
  if (arguments.digits) check_digits(*arguments.digits);
  use_one_thread();
  const OrderRequest request{.integrators = arguments.integrators,
                             .problems = problems_of(arguments),
                             .digits = arguments.digits,
                             .limits = arguments.limits,
                             .must_measure = arguments.problem.empty()};
  if (!arguments.json) print_sets(request.problems);
  const auto checks = check_orders(request, [&](const OrderCheck& check) {
    if (!arguments.json) print_check(check);
  });
  const Summary summary(checks);
  if (arguments.json)
    fmt::print("{}\n", document(checks, summary, arguments.limits).dump());
  else
    print_end(checks, summary);
  return summary.missed + summary.failed > 0 ? 1 : 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check orders",
     "Measures orders: declared, measured, half width of the 95% confidence interval",
     {"check orders", "check orders --problem fput --set problem.end_time=1"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("--integrator", &values.integrators, "Only this one; may be given again");
      list.add("--problem", &values.problem,
               "On the parameter sets that this problem declares for it, instead of all problems'");
      list.add("--set", &values.settings,
               "problem.NAME=VALUE, over the defaults instead of declared sets; may be given again")
          .partners = {"--problem"};
      list.add("--digits", &values.digits,
               "Digits that references must win (default: 13 in extended precision, else the "
               "problem's own)")
          .partners = {"--problem"};
      list.add("--timeout", &values.limits.timeout,
               "Most time of one check (s; default: 60), half of which its runs are planned for");
      list.add("--memory", &values.limits.memory,
               "Most memory of one check (bytes; default: 4 GiB)");
      list.add("--json", &values.json, "One JSON document (results/schema/orders.schema.json)");
    },
    check_these_orders);

}  // namespace
}  // namespace stiffbench::check_orders_command
