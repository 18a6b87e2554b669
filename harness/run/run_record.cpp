#include "harness/run/run_record.hpp"

#include "base/code/reachable_code.hpp"
#include "base/hash.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/initial_state.hpp"

namespace stiffbench {
namespace {

Settings all_settings(const AnyIntegrator& integrator) {
  Settings settings;
  for (const auto& parameter : integrator->parameters()) settings[parameter.name] = parameter.value;
  return settings;
}

Record::IntegratorPart integrator_part(const RunPlan& plan, const RunResult& result,
                                       Settings tuned) {
  const Facts facts = plan.integrator->facts();
  Settings parameters = result.resolved, requested = all_settings(plan.integrator), automatic;
  parameters.merge(tuned);
  for (const auto& [name, value] : parameters)
    if (const auto match = requested.find(name); match != requested.end() && match->second != value)
      automatic.insert(*match);
  parameters.merge(requested);
  const int order = plan.why_not_applicable.empty() ? plan.integrator->order(*plan.problem) : 0;
  return {facts.name,
          plan.request.integrator_label,
          std::move(parameters),
          std::move(automatic),
          order > 0 ? std::optional(order) : std::nullopt,
          facts.doi};
}

Code code_of_run(const RunPlan& plan) {
  return code_of(plan.problem->name(), plan.request.integrator, all_settings(plan.integrator));
}

/// Number of steps of the run. An adaptive integrator determines it during the run.
std::optional<long> steps(const RunPlan& plan, const RunResult& result) {
  if (!plan.integrator->adaptive()) return plan.count;
  return result.work ? std::optional(result.count) : std::nullopt;
}

/// Returns the hash of the code that searches for the settings of tuned runs.
std::string hash_of_search() {
  const std::vector<std::string> roots{"harness/tuning/tune.cpp",
                                       "harness/tuning/chosen_settings.cpp"};
  std::set<std::string> files = reachable_files(roots, "reference/");
  std::erase_if(files,
                [](const std::string& file) { return !file.starts_with("harness/tuning/"); });
  return hash_of_code(files);
}

}  // namespace

std::string run_identity(const RunPlan& plan, const std::string& problem_hash,
                         const std::string& judge) {
  const RunRequest& request = plan.request;
  Hasher hasher;
  hasher.update(code_of_run(plan).id).update(problem_hash).update(judge).update(request.integrator);
  hasher.update(to_json(all_settings(plan.integrator)).dump());
  hasher.update(request.problem_label).update(request.integrator_label);
  hasher.update(plan.h).update(plan.count).update(request.checkpoints);
  hasher.update(request.energy_series).update(request.repeats).update(request.keep_final);
  if (request.tuned) hasher.update("tuned").update(hash_of_search());
  if (request.tuned && request.carries_algorithms) hasher.update("carried");
  // Times depend on the number of threads, errors do not.
  if (request.threads != 1 && (request.repeats > 0 || request.tuned))
    hasher.update(request.threads);
  if (plan.start) {
    const Vec perturbation = perturbation_of(*plan.start, plan.problem->dof());
    hasher.update(plan.start->index).update(plan.start->perturbation);
    hasher.update(std::span(perturbation.data(), static_cast<std::size_t>(perturbation.size())));
  }
  return hasher.hex();
}

Record make_record(const RunPlan& plan, const std::string& problem_hash, const std::string& judge,
                   RunResult result, const Settings& tuned) {
  const bool adaptive = plan.integrator->adaptive();
  const Problem& problem = *plan.problem;
  Record record;
  record.id = run_identity(plan, problem_hash, judge);
  record.problem = {problem.name(), plan.request.problem_label, problem.parameters(), problem.dof(),
                    problem_hash};
  record.integrator = integrator_part(plan, result, tuned);
  if (adaptive)
    record.tolerance = plan.request.tolerance;
  else
    record.h = plan.h;
  record.count = steps(plan, result);
  record.start = plan.start;
  record.checkpoints = plan.request.checkpoints;
  record.threads = plan.request.threads;
  record.result = std::move(result);
  record.code = code_of_run(plan);
  record.environment = environment();
  return record;
}

}  // namespace stiffbench
