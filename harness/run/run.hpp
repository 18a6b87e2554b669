#pragma once

#include "harness/records/record.hpp"
#include "harness/run/isolate.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/timing.hpp"

namespace stiffbench {

/// A run on its way to a record: the observed pass, then one timed sample after the other, each in
/// a process of its own.
class Run {
 public:
  Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge);

  const std::string& id() const { return id_; }
  const RunPlan& plan() const { return *plan_; }
  bool finished() const;
  /// Does the next part. An Error thrown by the integrator makes the run unfit.
  void advance(const Limits& limits);
  /// The record of a finished run.
  Record record() const;

  /// What the last advance() did, for take_up() in a later program: {"id", "result"} of the
  /// observed pass, {"id", "sample": [setup, stepping]} of a timed one.
  const Json& last_part() const { return part_; }
  void take_up(const Json& part);

 private:
  void observe_apart(const Limits& limits);
  void time_apart(const Limits& limits);
  void end(Status status, const std::string& reason);

  const RunPlan* plan_;
  const Judge* judge_;
  std::string problem_hash_, id_;
  std::optional<RunResult> result_;  // nothing before the observed pass
  std::vector<Sample> samples_;
  Json part_;
};

}  // namespace stiffbench
