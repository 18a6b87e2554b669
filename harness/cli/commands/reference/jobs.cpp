#include "harness/cli/commands/reference/jobs.hpp"

#include "harness/checks/orders.hpp"
#include "harness/sweep/experiment.hpp"
#include "reference/reference.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Adds a job unless there is one for the same reference, which then gets the larger number of
/// digits.
void add(std::vector<ReferenceJob>& all, ReferenceJob job) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const ReferenceJob& other) {
    return other.problem->name() == job.problem->name() &&
           other.problem->parameters() == job.problem->parameters() &&
           other.options.checkpoints == job.options.checkpoints;
  });
  if (same == all.end()) return all.push_back(std::move(job));
  const auto digits = [](const ReferenceJob& w) {
    return w.options.digits.value_or(default_digits(*w.problem));
  };
  same->options.digits = std::max(digits(*same), digits(job));
  same->users.push_back(job.users.front());
}

void estimate_work(std::vector<ReferenceJob>& all) {
  for (auto& job : all) job.work = expected_work(*job.problem, job.options);
}

}  // namespace

std::vector<ReferenceJob> jobs_of_experiments(const std::vector<std::string>& names,
                                              const ReferenceOptions& options) {
  std::vector<ReferenceJob> all;
  for (auto& name : names) {
    const Experiment experiment = load_experiment(name);
    if (!experiment.with_reference) continue;
    for (auto& block : experiment.blocks) {
      if (block.plans.empty() || block.problem->exact(0)) continue;
      ReferenceJob job{block.problem, options, {experiment.name}};
      job.options.checkpoints = static_cast<int>(experiment.checkpoints);
      job.options.digits = experiment.digits;
      add(all, std::move(job));
    }
  }
  estimate_work(all);
  std::stable_sort(all.begin(), all.end(),
                   [](const ReferenceJob& a, const ReferenceJob& b) { return a.work < b.work; });
  return all;
}

std::vector<ReferenceJob> jobs_of_declared_sets(const ReferenceOptions& options) {
  std::vector<ReferenceJob> all;
  for (const auto& [name, set, parameters] : declared_sets()) {
    ReferenceJob job{ProblemRegistry::instance().make(name, parameters), options, {set}};
    const ReferenceOptions order = order_reference(*job.problem);
    job.options.checkpoints = order.checkpoints;
    job.options.digits = order.digits;
    all.push_back(std::move(job));
  }
  estimate_work(all);
  return all;
}

}  // namespace stiffbench
