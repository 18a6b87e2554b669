#include "harness/cli/run_choice.hpp"

#include "base/error.hpp"
#include "harness/cli/settings_arguments.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Returns the value of an option that a single run accepts once.
std::optional<double> only_value(const std::vector<double>& values, const char* option) {
  if (values.size() > 1)
    throw Error(fmt::format("a single run takes one {}", option),
                fmt::format("{}", fmt::join(values, " and ")),
                "leave the others out, or write an experiment; decimals stand behind a point");
  return values.empty() ? std::nullopt : std::optional(values.front());
}

}  // namespace

Argument& add_single(ArgumentList& list, const char* name, Target target, const char* doc) {
  Argument& argument = list.add(name, target, doc);
  argument.rivals = {"experiment"};
  return argument;
}

Argument& add_sweep(ArgumentList& list, const char* name, Target target, const char* doc) {
  Argument& argument = list.add(name, target, doc);
  argument.partners = {"experiment"};
  return argument;
}

void declare(RunChoice& choice, ArgumentList& list, const std::string& experiment_doc) {
  Selection& selection = choice.selection;
  list.add("experiment", &choice.experiment, experiment_doc);
  add_single(list, "--problem", &choice.problem, "Name of the problem of a single run");
  add_single(list, "--integrator", &choice.request.integrator,
             "Name of the integrator of a single run");
  add_single(list, "--set", &choice.settings,
             "problem.NAME=VALUE or integrator.NAME=VALUE; may be given again");
  list.add("--h", &selection.steps,
           "Step size, in the unit of the problem's end_time; end_time / h must be whole. Of an "
           "experiment: only these steps");
  list.add("--tolerance", &selection.tolerances,
           "Relative tolerance of an integrator that chooses its own steps. Of an experiment: only "
           "these");
  add_sweep(list, "--only", &selection.only,
            "Only integrators whose name or label fits a pattern, as 'exprb*'; may be given again");
  add_sweep(list, "--except", &selection.except,
            "No integrators that fit a pattern; may be given again");
  add_sweep(list, "--problems", &selection.problems,
            "Only problems whose name or label fits a pattern; may be given again");
}

RunPlan single_plan(const RunChoice& choice, const std::string& command) {
  RunRequest request = choice.request;
  request.h = only_value(choice.selection.steps, "--h");
  request.tolerance = only_value(choice.selection.tolerances, "--tolerance");
  const bool no_problem = choice.problem.empty(), no_integrator = request.integrator.empty();
  if (no_problem || no_integrator)
    throw Error(command + " takes an experiment, or --problem and --integrator",
                no_problem && no_integrator ? "none of them"
                : no_problem                ? "no --problem"
                                            : "no --integrator",
                no_problem ? "choose from 'stiffbench list problems'"
                           : "choose from 'stiffbench list integrators'");
  require_package(request.integrator);
  auto settings = split_settings(choice.settings, choice.problem, request.integrator);
  request.integrator_settings = std::move(settings.integrator);
  return make_plan(ProblemRegistry::instance().make(choice.problem, settings.problem), request);
}

}  // namespace stiffbench
