#include "harness/cli/single_run.hpp"

#include "base/error.hpp"
#include "harness/cli/settings_arguments.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// The value of an option that a single run takes once.
std::optional<double> only_value(const std::vector<double>& values, const char* option) {
  if (values.size() > 1)
    throw Error(fmt::format("a single run takes one {}", option),
                fmt::format("{}", fmt::join(values, " and ")),
                "leave the others out, or write an experiment");
  return values.empty() ? std::nullopt : std::optional(values.front());
}

}  // namespace

RunPlan make_plan(const SingleRun& run, const std::string& command) {
  RunRequest request = run.request;
  request.h = only_value(run.steps, "--h");
  request.tolerance = only_value(run.tolerances, "--tolerance");
  const bool no_problem = run.problem.empty(), no_integrator = request.integrator.empty();
  if (no_problem || no_integrator)
    throw Error(command + " takes an experiment, or --problem and --integrator",
                no_problem && no_integrator ? "none of them"
                : no_problem                ? "no --problem"
                                            : "no --integrator",
                no_problem ? "choose from 'stiffbench list problems'"
                           : "choose from 'stiffbench list integrators'");
  auto settings = split_settings(run.settings, run.problem, request.integrator);
  request.integrator_settings = std::move(settings.integrator);
  return make_plan(ProblemRegistry::instance().make(run.problem, settings.problem), request);
}

}  // namespace stiffbench
