#include "harness/sweep/agenda.hpp"

#include "harness/run/run_record.hpp"
#include "problems/contract/problem_hash.hpp"
#include "reference/reference.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

void put_reference(AgendaBlock& block) {
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

AgendaRun make_run(const RunPlan& plan, const AgendaBlock& block, const std::string& judge,
                   Reuse& reuse, const EarlierParts& earlier) {
  AgendaRun run{.plan = &plan,
                .id = run_identity(plan, block.problem_hash, judge),
                .key = observed_key(plan, block.problem_hash),
                .samples = plan.why_not_applicable.empty() ? plan.request.repeats : 0};
  run.done = reuse.has({plan, run.id, block.problem_hash, judge});
  const auto parts = earlier.find(run.id);
  if (parts == earlier.end()) return run;
  const auto is_record = [](const Json& part) { return part.contains("schema"); };
  const auto records = std::ranges::count_if(parts->second, is_record);
  run.observed = records > 0;
  run.samples -= std::min(run.samples, static_cast<long>(parts->second.size()) - records);
  return run;
}

}  // namespace

bool AgendaBlock::is_done() const {
  return std::ranges::all_of(runs, [](const AgendaRun& run) { return run.done; });
}

Agenda make_agenda(const Experiment& experiment, bool with_reference, Reuse& reuse,
                   const EarlierParts& earlier) {
  Agenda agenda;
  for (const Block& source : experiment.blocks) {
    AgendaBlock block{&source, problem_hash(*source.problem), {}, {}, true, {}};
    block.judge = {.checkpoints = experiment.checkpoints,
                   .digits = experiment.digits,
                   .with_reference = with_reference};
    const std::string judge = Judge::identity_of(*source.problem, block.judge);
    for (const RunPlan& plan : source.plans)
      block.runs.push_back(make_run(plan, block, judge, reuse, earlier));
    block.reference.size = 0;
    put_reference(block);
    agenda.push_back(std::move(block));
  }
  return agenda;
}

Agenda make_agenda(const Experiment& experiment, bool with_reference) {
  Reuse nothing(experiment, {}, {});
  return make_agenda(experiment, with_reference, nothing, {});
}

std::vector<PendingCost> reference_costs(const Agenda& agenda) {
  std::vector<PendingCost> costs;
  for (const AgendaBlock& block : agenda)
    costs.push_back({block.reference, block.is_done() || block.reference_is_kept ? 0 : 1});
  return costs;
}

std::vector<PendingCost> run_costs(const Agenda& agenda, const Limits& limits) {
  std::vector<PendingCost> costs;
  for (const AgendaBlock& block : agenda)
    for (const AgendaRun& run : block.runs) {
      const bool runs = !run.done && run.plan->why_not_applicable.empty();
      // A search measures times, and is alone.
      const bool alone = run.plan->request.tuned;
      const auto most = alone ? std::nullopt : limits.timeout;
      costs.push_back({run.key, runs && !run.observed ? 1 : 0, alone, most});
      costs.push_back({sample_key(run.key), runs ? run.samples : 0, true, limits.timeout});
    }
  return costs;
}

std::vector<PendingCost> all_costs(const Experiment& experiment) {
  Agenda agenda = make_agenda(experiment, experiment.with_reference);
  for (AgendaBlock& block : agenda) block.reference_is_kept = block.reference.size == 0;
  auto costs = run_costs(agenda, experiment.limits);
  for (const PendingCost& piece : reference_costs(agenda)) costs.push_back(piece);
  return costs;
}

CostSum whole_cost(const Experiment& experiment, const CostModel& model) {
  CostSum sum = cost_of(model, all_costs(experiment));
  sum.beside *= static_cast<double>(experiment.threads);  // a cost is per thread
  return sum;
}

}  // namespace stiffbench
