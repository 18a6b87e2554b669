#include "harness/sweep/selection.hpp"

#include "base/error.hpp"
#include "base/text/patterns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiffbench {
namespace {

using Texts = std::vector<std::string>;

using Names = std::set<std::string>;

/// Returns the name, and the label if there is one.
Names names_of(const std::string& name, const std::string& label) {
  return label.empty() ? Names{name} : Names{name, label};
}
Names integrator_names(const RunPlan& plan) {
  return names_of(plan.request.integrator, plan.request.integrator_label);
}
Names problem_names(const RunPlan& plan) {
  return names_of(plan.problem->name(), plan.request.problem_label);
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }
bool any_near(const std::vector<double>& numbers, double value) {
  return std::ranges::any_of(numbers, [&](double number) { return near(number, value); });
}

/// Calls `visit` for every run of the experiment.
void each_run(const Experiment& experiment, const auto& visit) {
  for (const Block& block : experiment.blocks)
    for (const RunPlan& plan : block.plans) visit(plan);
}

/// Throws an Error for the first pattern that matches none of the names that `names` returns for a
/// run.
void check_patterns(const Experiment& experiment, const Texts& patterns, const char* option,
                    const auto& names) {
  Names all;
  each_run(experiment, [&](const RunPlan& plan) { all.merge(names(plan)); });
  stiffbench::check_patterns(
      fmt::format("{} takes what fits a name or label of experiment '{}'", option, experiment.name),
      patterns, all);
}

/// Throws an Error for the first number that `number` returns for no run.
void check_numbers(const Experiment& experiment, const std::vector<double>& chosen,
                   const char* option, const auto& number) {
  std::set<double> all;
  each_run(experiment, [&](const RunPlan& plan) {
    if (const auto value = number(plan)) all.insert(*value);
  });
  for (const double value : chosen) {
    if (std::ranges::any_of(all, [&](double other) { return near(value, other); })) continue;
    std::vector<double> nearest(all.begin(), all.end());
    const auto distance = [&](double other) { return std::abs(std::log(other / value)); };
    if (value > 0) std::ranges::sort(nearest, std::ranges::less{}, distance);
    nearest.resize(std::min<std::size_t>(nearest.size(), 5));
    throw Error(fmt::format("{} takes a value of experiment '{}'", option, experiment.name),
                fmt::format("{}", value),
                nearest.empty() ? "leave it out: no run has one"
                                : fmt::format("the nearest are {:.8g}", fmt::join(nearest, ", ")));
  }
}

std::optional<double> step_of(const RunPlan& plan) {
  return plan.request.tolerance ? std::nullopt : std::optional(plan.h);
}
std::optional<double> tolerance_of(const RunPlan& plan) { return plan.request.tolerance; }

/// Returns true if the run has one of the selected steps or tolerances, or if none is selected.
bool number_chosen(const Selection& selection, const RunPlan& plan) {
  if (selection.steps.empty() && selection.tolerances.empty()) return true;
  const auto tolerance = tolerance_of(plan);
  return tolerance ? any_near(selection.tolerances, *tolerance) : any_near(selection.steps, plan.h);
}

bool chosen(const Selection& selection, const RunPlan& plan) {
  const Names names = integrator_names(plan);
  return (selection.only.empty() || any_fits(selection.only, names)) &&
         !any_fits(selection.except, names) &&
         (selection.problems.empty() || any_fits(selection.problems, problem_names(plan))) &&
         number_chosen(selection, plan);
}

}  // namespace

bool Selection::is_empty() const {
  return only.empty() && except.empty() && problems.empty() && steps.empty() && tolerances.empty();
}

void select(Experiment& experiment, const Selection& selection) {
  if (selection.is_empty()) return;
  check_patterns(experiment, selection.only, "--only", integrator_names);
  check_patterns(experiment, selection.except, "--except", integrator_names);
  check_patterns(experiment, selection.problems, "--problems", problem_names);
  check_numbers(experiment, selection.steps, "--h", step_of);
  check_numbers(experiment, selection.tolerances, "--tolerance", tolerance_of);
  leave_out(experiment, [&](const RunPlan& plan) { return !chosen(selection, plan); });
  if (experiment.blocks.empty())
    throw Error("a selection leaves at least one run", "none: its parts exclude each other",
                "choose less; 'stiffbench run " + experiment.name + " --dry-run' shows all runs");
}

}  // namespace stiffbench
