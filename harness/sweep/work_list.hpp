#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/run/judge.hpp"
#include "harness/sweep/reuse.hpp"

namespace stiffbench {

/// Lines of unfinished.jsonl, by the id of their run.
using EarlierParts = std::map<std::string, std::vector<Json>>;

/// Sorts lines of unfinished.jsonl by their run.
EarlierParts earlier_parts(const std::vector<Json>& lines);

/// One run of a sweep, with its remaining work.
struct ListedRun {
  const RunPlan* plan;
  std::string id;
  CostKey key;        ///< of the observed pass
  bool done = false;  ///< has a record, or occurs earlier in the experiment
  bool observed = false;
  long samples = 0;  ///< timed samples left if the observed pass succeeds
  std::vector<Json>
      parts;  ///< of an earlier sweep, with which the run goes on: a pass, its samples
};

/// All runs of one problem.
struct ProblemRuns {
  const Block* block;
  std::string problem_hash;
  Judge::Options judge;
  CostKey reference;              ///< its size is 0 if the problem needs no reference
  bool reference_is_kept = true;  ///< the cache contains it
  std::vector<ListedRun> runs;

  bool is_done() const;
};

using WorkList = std::vector<ProblemRuns>;

/// Lists the remaining work of an experiment, given the records that `reuse` finds and the parts of
/// unfinished runs. It computes no reference.
WorkList make_work_list(const Experiment& experiment, bool with_reference, Reuse& reuse,
                        const EarlierParts& earlier);
/// Lists all work of an experiment in a new folder.
WorkList make_work_list(const Experiment& experiment, bool with_reference);

/// Returns the remaining work block by block: references, and observed passes with timed samples.
std::vector<PendingCost> reference_costs(const WorkList& work_list);
std::vector<PendingCost> run_costs(const WorkList& work_list, const Limits& limits);

/// Returns all pieces of work of an experiment, references included, whether done or not.
std::vector<PendingCost> all_costs(const Experiment& experiment);

/// Returns the cost of the whole experiment.
CostSum whole_cost(const Experiment& experiment, const CostModel& model);

}  // namespace stiffbench
