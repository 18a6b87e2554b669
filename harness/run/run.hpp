#pragma once

#include "harness/processes/isolate.hpp"
#include "harness/records/record.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/timing.hpp"

namespace stiffbench {

/// Times of the processor that a part of a run used (s), for estimates: all of it, what comes after
/// init(), and the steps alone; with several threads, that of each.
struct PartCost {
  double cpu = 0, loop = 0, stepping = 0;
};

/// A run that becomes a record part by part: first the observed pass (observe.hpp), then one timed
/// sample after the other (timing.hpp). Each part runs in a process of its own.
class Run {
 public:
  /// `conditions` are entries that the record's environment gets.
  Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge,
      Json conditions = Json::object());

  const std::string& id() const { return id_; }
  const RunPlan& plan() const { return *plan_; }
  bool observed() const { return !record_.empty(); }
  bool finished() const;
  /// How the run has ended, or `ok` if it has not failed yet.
  Status status() const { return status_; }
  /// Timed samples that are still to be taken.
  long samples_left() const;
  /// Runs the next part. An Error that the integrator throws in the observed pass makes the run
  /// unfit.
  void advance(const Limits& limits);
  /// The record of a finished run.
  Record record() const;

  /// Result of the last advance(): the record without times after the observed pass, or {"id",
  /// "sample": [setup, stepping], "core"} (s) of a timed sample. A later program continues the run
  /// with add_part().
  const Json& last_part() const { return last_part_; }
  /// Costs of the last advance().
  const PartCost& last_cost() const { return last_; }
  /// Adds a part that another process has run, as last_part() wrote it.
  void add_part(const Json& part);

 private:
  double threads() const { return static_cast<double>(plan_->request.threads); }
  void observe_apart(const Limits& limits);
  void time_apart(const Limits& limits);
  void make(RunResult result);
  void put(const Record& record);
  void end(Status status, const std::string& reason);

  const RunPlan* plan_;
  const Judge* judge_;
  std::string problem_hash_, id_;
  Json conditions_;
  // The record without times as text, which is small: a sweep has many runs, and each of them forks
  // a process that holds all of them. It is empty before the observed pass.
  std::string record_;
  Status status_ = Status::ok;
  std::vector<Sample> samples_;
  Json last_part_;
  PartCost last_;
};

}  // namespace stiffbench
