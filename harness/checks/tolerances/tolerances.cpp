#include "harness/checks/tolerances/tolerances.hpp"

#include "base/error.hpp"
#include "harness/checks/has_parameter.hpp"
#include "harness/checks/tolerances/series.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

bool has_tolerance(const ErasedIntegrator& method) {
  return has_parameter(method, tolerance_parameter);
}

std::vector<ToleranceProblem> chosen_problems(const std::vector<std::string>& names) {
  std::vector<ToleranceProblem> all = problems(), chosen;
  std::vector<std::string> all_names;
  for (const ToleranceProblem& one : all) all_names.push_back(one.name);
  for (const std::string& name : names)
    if (std::ranges::count(all_names, name) == 0)
      throw Error(fmt::format("the problems of this check are {}", fmt::join(all_names, ", ")),
                  "'" + name + "'", "name one of them");
  for (ToleranceProblem& one : all)
    if (names.empty() || std::ranges::count(names, one.name) > 0) chosen.push_back(std::move(one));
  return chosen;
}

/// Makes all runs of a check; it runs in a separate process.
ToleranceCheck check_here(const std::string& integrator, const Subject& subject) {
  const Runner runner(subject, integrator);
  ToleranceCheck check{.integrator = integrator,
                       .problem = subject.name,
                       .reason = runner.why_not(),
                       .floor = subject.floor};
  if (!check.reason.empty()) return check;
  check.runs = runs_at_tolerances(runner);
  add_runs_from_firsts(runner, check);
  check.has_fixed_steps = runner.has_fixed_steps();
  check.efforts = efforts_over_fixed(runner, check.runs_that_show_order());
  judge(check);
  return check;
}

ToleranceCheck check_isolated(const std::string& integrator, const Subject& subject,
                              const Limits& limits) {
  const JobEnd process =
      isolate([&] { return to_json(check_here(integrator, subject)).dump(); }, limits);
  if (process.status == Status::ok) return tolerance_check_from_json(Json::parse(process.result));
  return {.integrator = integrator,
          .problem = subject.name,
          .status = process.status,
          .reason = process.reason};
}

}  // namespace

std::vector<std::string> methods_with_tolerance(bool peers) {
  std::vector<std::string> names;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    if (has_tolerance(*method) && (peers || method->facts().library.empty()))
      names.push_back(method->facts().name);
  return names;
}

std::vector<std::string> methods_that_must_stand() {
  std::vector<std::string> names;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    if (has_tolerance(*method) && method->facts().family == Family::rosenbrock)
      names.push_back(method->facts().name);
  return names;
}

std::vector<ToleranceCheck> check_tolerances(
    const ToleranceRequest& request, const std::function<void(const ToleranceCheck&)>& report) {
  for (const std::string& name : request.integrators)
    if (!has_tolerance(*IntegratorRegistry::instance().make(name)))
      throw Error("this check is for methods that choose their steps to a tolerance",
                  "'" + name + "', which takes steps of fixed size alone",
                  "see 'stiffbench check orders' for it");
  std::vector<ToleranceCheck> checks;
  for (const ToleranceProblem& problem : chosen_problems(request.problems)) {
    const Subject subject = make_subject(problem);
    for (const std::string& integrator : request.integrators) {
      checks.push_back(check_isolated(integrator, subject, request.limits));
      report(checks.back());
    }
  }
  return checks;
}

}  // namespace stiffbench::tolerances
