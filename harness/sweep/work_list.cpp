#include "harness/sweep/work_list.hpp"

#include "harness/records/labels.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/run_record.hpp"
#include "problems/contract/problem_hash.hpp"
#include "reference/reference.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

void put_reference(ProblemRuns& block) {
  const Problem& problem = *block.block->problem;
  if (!block.judge.with_reference || block.block->plans.empty() ||
      Judge::identity_of(problem, block.judge) == "exact")
    return;
  ReferenceOptions options;
  options.checkpoints = static_cast<int>(block.judge.checkpoints);
  options.digits = block.judge.digits;
  double work = expected_work(problem, options);
  block.reference_is_kept = work == 0;
  if (block.reference_is_kept) {
    options.use_cache = false;
    work = expected_work(problem, options);
  }
  block.reference = reference_key(problem, work);
}

bool is_record(const Json& part) { return part.contains("schema"); }

/// Returns the parts with which the run goes on: the last observed pass and its samples, or none if
/// that pass was made on another kind of CPU. The times of a record are those of one.
std::vector<Json> parts_to_go_on(const std::vector<Json>& all) {
  const auto last = std::find_if(all.rbegin(), all.rend(), is_record);
  if (last == all.rend() ||
      cpu_label(last->value("environment", Json::object())) != cpu_label(environment()))
    return {};
  return {std::prev(last.base()), all.end()};
}

ListedRun make_run(const RunPlan& plan, const ProblemRuns& block, const std::string& judge,
                   Reuse& reuse, const EarlierParts& earlier) {
  ListedRun run{.plan = &plan,
                .id = run_identity(plan, block.problem_hash, judge),
                .key = observed_key(plan, block.problem_hash),
                .samples = plan.why_not_applicable.empty() ? plan.request.repeats : 0,
                .parts = {}};
  run.done = reuse.has({plan, run.id, block.problem_hash, judge});
  const auto parts = earlier.find(run.id);
  if (parts == earlier.end() || reuse.is_forced(plan)) return run;
  run.parts = parts_to_go_on(parts->second);
  run.observed = !run.parts.empty();
  if (run.observed) run.samples -= std::min(run.samples, std::ssize(run.parts) - 1);
  return run;
}

}  // namespace

EarlierParts earlier_parts(const std::vector<Json>& lines) {
  EarlierParts parts;
  for (const Json& line : lines) parts[line["id"]].push_back(line);
  return parts;
}

bool ProblemRuns::is_done() const {
  return std::ranges::all_of(runs, [](const ListedRun& run) { return run.done; });
}

WorkList make_work_list(const Experiment& experiment, bool with_reference, Reuse& reuse,
                        const EarlierParts& earlier) {
  WorkList work_list;
  for (const Block& source : experiment.blocks) {
    ProblemRuns block{&source, problem_hash(*source.problem), {}, {}, true, {}};
    block.judge = {.checkpoints = experiment.checkpoints,
                   .digits = experiment.digits,
                   .with_reference = with_reference};
    const std::string judge = Judge::identity_of(*source.problem, block.judge);
    for (const RunPlan& plan : source.plans)
      block.runs.push_back(make_run(plan, block, judge, reuse, earlier));
    block.reference.size = 0;
    put_reference(block);
    work_list.push_back(std::move(block));
  }
  return work_list;
}

WorkList make_work_list(const Experiment& experiment, bool with_reference) {
  Reuse nothing(experiment, {}, {});
  return make_work_list(experiment, with_reference, nothing, {});
}

std::vector<PendingCost> reference_costs(const WorkList& work_list) {
  std::vector<PendingCost> costs;
  for (const ProblemRuns& block : work_list)
    costs.push_back({block.reference, block.is_done() || block.reference_is_kept ? 0 : 1});
  return costs;
}

std::vector<PendingCost> run_costs(const WorkList& work_list, const Limits& limits) {
  std::vector<PendingCost> costs;
  for (const ProblemRuns& block : work_list)
    for (const ListedRun& run : block.runs) {
      const bool runs = !run.done && run.plan->why_not_applicable.empty();
      // A search measures times, and is alone.
      const bool alone = run.plan->request.tuned;
      std::optional<double> most = limits.timeout;
      if (most) *most *= run.key.passes;
      costs.push_back({run.key, runs && !run.observed ? 1 : 0, alone, most});
      costs.push_back({sample_key(run.key), runs ? run.samples : 0, true, limits.timeout});
    }
  return costs;
}

std::vector<PendingCost> all_costs(const Experiment& experiment) {
  WorkList work_list = make_work_list(experiment, experiment.with_reference);
  for (ProblemRuns& block : work_list) block.reference_is_kept = block.reference.size == 0;
  auto costs = run_costs(work_list, experiment.limits);
  for (const PendingCost& piece : reference_costs(work_list)) costs.push_back(piece);
  return costs;
}

CostSum whole_cost(const Experiment& experiment, const CostModel& model) {
  CostSum sum = cost_of(model, all_costs(experiment));
  sum.beside *= static_cast<double>(experiment.threads);  // a cost is per thread
  return sum;
}

}  // namespace stiffbench
