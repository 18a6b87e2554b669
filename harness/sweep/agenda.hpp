#pragma once

#include "harness/estimates/costs.hpp"
#include "harness/run/judge.hpp"
#include "harness/sweep/reuse.hpp"

namespace stiffbench {

/// Lines of unfinished.jsonl, by the id of their run.
using EarlierParts = std::map<std::string, std::vector<Json>>;

/// One run of a sweep, and what is left of it to do.
struct AgendaRun {
  const RunPlan* plan;
  std::string id;
  CostKey key;        ///< of the observed pass
  bool done = false;  ///< a record is there, or the same run stands in the experiment before
  bool observed = false;
  long samples = 0;  ///< timed samples that are left, if the observed pass ends well
};

/// All runs of one problem.
struct AgendaBlock {
  const Block* block;
  std::string problem_hash;
  Judge::Options judge;
  CostKey reference;              ///< its size is 0 where the problem needs no reference
  bool reference_is_kept = true;  ///< it is in the cache
  std::vector<AgendaRun> runs;

  bool is_done() const;
};

using Agenda = std::vector<AgendaBlock>;

/// What there is to do for an experiment, given the records that `reuse` finds and the parts of
/// unfinished runs. It computes no reference.
Agenda make_agenda(const Experiment& experiment, bool with_reference, Reuse& reuse,
                   const EarlierParts& earlier);
/// All that there is to do for an experiment in a new folder.
Agenda make_agenda(const Experiment& experiment, bool with_reference);

/// The work that is left of references, of observed passes and of timed samples, in this order,
/// block after block.
std::vector<PendingCost> reference_costs(const Agenda& agenda);
std::vector<PendingCost> run_costs(const Agenda& agenda, const Limits& limits);

/// All pieces of work of an experiment, references included, however many are done.
std::vector<PendingCost> all_costs(const Experiment& experiment);

/// What all of an experiment costs; nothing where the model has no point at all.
std::optional<CostSum> whole_cost(const Experiment& experiment, const CostModel& model);

}  // namespace stiffbench
