#include "harness/checks/tolerances/tolerances.hpp"

#include "base/system/use_threads.hpp"
#include "base/text/patterns.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/check/tolerance_lines.hpp"
#include "harness/run/environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

namespace stiffbench::check_tolerances_command {
namespace {

using namespace tolerances;

struct Arguments {
  std::vector<std::string> methods, problems;
  bool peers = false, json = false;
  Limits limits{.timeout = 300, .memory = 4L << 30};
};

/// Returns the methods that fit the patterns, in alphabetical order, or all own methods.
std::vector<std::string> methods_of(const Arguments& arguments) {
  if (arguments.methods.empty()) return methods_with_tolerance(arguments.peers);
  const std::vector<std::string> all = methods_with_tolerance(true);
  check_patterns("--methods takes names of integrators that choose their steps, or patterns",
                 arguments.methods, {all.begin(), all.end()});
  std::vector<std::string> chosen;
  for (const std::string& name : all)
    if (any_fits(arguments.methods, {name})) chosen.push_back(name);
  return chosen;
}

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const ToleranceProblem& problem : tolerances::problems()) names.push_back(problem.name);
  return names;
}

/// Prints rows as they come, under the title of their problem.
class RowPrinter {
 public:
  void print(const ToleranceCheck& check) {
    if (check.problem != problem_) {
      const auto all = tolerances::problems();
      const auto title = std::ranges::find(all, check.problem, &ToleranceProblem::name);
      fmt::print("{}{}", problem_.empty() ? "" : "\n", title_lines(*title));
      problem_ = check.problem;
    }
    fmt::print("{}", row_line(check));
    std::fflush(stdout);
  }

 private:
  std::string problem_;
};

void print_end(const std::vector<ToleranceCheck>& checks, const Counts& counts) {
  fmt::print("\n{}", legend_lines());
  std::string reasons;
  for (const ToleranceCheck& check : checks) reasons += reason_lines(check);
  if (!reasons.empty())
    fmt::print("\nruns that failed or were not begun, and numbers that are missing:\n{}", reasons);
  fmt::print("\n{}", count_lines(counts));
}

Json summary_json(const Counts& counts) {
  Json summary = {{"stand", counts.stand},   {"incomplete", counts.incomplete},
                  {"miss", counts.miss},     {"not_applicable", counts.not_applicable},
                  {"failed", counts.failed}, {"broken", counts.broken}};
  return summary;
}

Json misses_json(const std::vector<Miss>& misses) {
  Json all = Json::array();
  for (const Miss& miss : misses) all.push_back(to_json(miss));
  return all;
}

Json document(const std::vector<ToleranceCheck>& checks, const Counts& counts,
              const Limits& limits) {
  Json all = Json::array(), sets = Json::array();
  for (const ToleranceCheck& check : checks) all.push_back(to_json(check));
  for (const ToleranceProblem& problem : tolerances::problems())
    sets.push_back({{"name", problem.name},
                    {"features", problem.features},
                    {"parameters", to_json(problem.parameters)}});
  return {{"schema", "stiffbench.tolerances/1"},
          {"summary", summary_json(counts)},
          {"bounds",
           {{"error", bounds.error},
            {"least_error", bounds.least_error},
            {"flattest", bounds.flattest},
            {"steepest", bounds.steepest},
            {"error_after_first", bounds.error_after_first},
            {"trials_after_first", bounds.trials_after_first},
            {"share_of_trials", bounds.share_of_trials},
            {"effort", bounds.effort},
            {"steps", most_steps}}},
          {"limits", {{"timeout", *limits.timeout}, {"memory", *limits.memory}}},
          {"must_stand", methods_that_must_stand()},
          {"known_misses", misses_json(known_misses())},
          {"new_misses", misses_json(counts.new_misses)},
          {"mended_misses", misses_json(counts.mended_misses)},
          {"problems", std::move(sets)},
          {"checks", std::move(all)},
          {"environment", environment()}};
}

int check_these_tolerances(const Arguments& arguments) {
  check_limits(arguments.limits);
  use_one_thread();
  RowPrinter printer;
  const auto checks = check_tolerances({.integrators = methods_of(arguments),
                                        .problems = arguments.problems,
                                        .limits = arguments.limits},
                                       [&](const ToleranceCheck& check) {
                                         if (!arguments.json) printer.print(check);
                                       });
  const Counts counts(checks);
  if (arguments.json)
    fmt::print("{}\n", document(checks, counts, arguments.limits).dump());
  else
    print_end(checks, counts);
  return counts.fails() ? 1 : 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check tolerances",
     "Measures chosen steps: errors against tolerances, wrong first steps, cost beside fixed steps",
     {"check tolerances", "check tolerances --methods 'radau*' --problems fput bathe_model"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("--methods", &values.methods,
               "Integrators, or patterns such as 'exprb*', instead of all of this suite");
      list.add("--peers", &values.peers, "Those of other libraries, too").rivals = {"--methods"};
      list.add("--problems", &values.problems,
               fmt::format("Only these of {}", fmt::join(problem_names(), ", ")));
      list.add("--timeout", &values.limits.timeout,
               "Most time of one method on one problem (s; default: 300)");
      list.add("--memory", &values.limits.memory,
               "Most memory of one method on one problem (bytes; default: 4 GiB)");
      list.add("--json", &values.json, "One JSON document (results/schema/tolerances.schema.json)");
    },
    check_these_tolerances);

}  // namespace
}  // namespace stiffbench::check_tolerances_command
