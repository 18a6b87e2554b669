#pragma once

#include "harness/run/isolate.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/record.hpp"

namespace stiffbench {

/// A run on its way to a record: the observed pass, then one timed sample after the other, each in
/// a process of its own.
class Run {
 public:
  Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge);

  const std::string& id() const { return id_; }
  const RunPlan& plan() const { return *plan_; }
  bool finished() const { return finished_; }
  /// Does the next part. An Error thrown by the integrator makes the run unfit.
  void advance(const Limits& limits);
  /// The record so far; whole once finished.
  const Json& record() const { return record_; }
  Json& record() { return record_; }

  /// What the last advance() found out, for take_up() in a later program.
  const Json& last_part() const { return part_; }
  void take_up(const Json& part);

 private:
  void observe_apart(const Limits& limits);
  void see_observed();
  void time_apart(const Limits& limits);
  void put_samples();
  void fail(Status status, const std::string& reason);

  const RunPlan* plan_;
  const Judge* judge_;
  Json record_, part_;
  std::string id_;
  bool observed_ = false, finished_ = false;
  std::vector<Sample> samples_;
};

}  // namespace stiffbench
