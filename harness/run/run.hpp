#pragma once

#include "harness/records/record.hpp"
#include "harness/run/isolate.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/timing.hpp"

namespace stiffbench {

/// A run that becomes a record part by part: first the observed pass (observe.hpp), then one timed
/// sample after the other (timing.hpp). Each part runs in a process of its own.
class Run {
 public:
  Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge);

  const std::string& id() const { return id_; }
  const RunPlan& plan() const { return *plan_; }
  bool finished() const;
  /// Runs the next part. An Error that the integrator throws in the observed pass makes the run
  /// unfit.
  void advance(const Limits& limits);
  /// The record of a finished run.
  Record record() const;
  /// The record that the run will have, without its result.
  Record record_ahead() const { return record_of({}); }

  /// Result of the last advance(): {"id", "result"} of the observed pass, or {"id", "sample":
  /// [setup, stepping]} (s) of a timed sample. A later program continues the run with add_part().
  const Json& last_part() const { return last_part_; }
  /// Adds a part that an earlier program has run, as last_part() wrote it.
  void add_part(const Json& part);

 private:
  void observe_apart(const Limits& limits);
  void time_apart(const Limits& limits);
  void end(Status status, const std::string& reason);
  Record record_of(RunResult result) const;

  const RunPlan* plan_;
  const Judge* judge_;
  std::string problem_hash_, id_;
  std::optional<RunResult> result_;  // nothing before the observed pass
  std::vector<Sample> samples_;
  Json last_part_;
};

}  // namespace stiffbench
