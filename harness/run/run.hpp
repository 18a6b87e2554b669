#pragma once

#include "harness/processes/isolate.hpp"
#include "harness/records/record.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/timing.hpp"

namespace stiffbench {

/// CPU times of a part of a run (s), used for estimates: the whole part, everything after init(),
/// and the steps alone. With several threads they are means per thread.
struct PartCost {
  double cpu = 0, loop = 0, stepping = 0;
};

/// Result of an observed pass in its own process, with its costs.
struct ObservedPass {
  RunResult result = {};
  PartCost expense = {};
};

/// Returns what the process of an observed pass sends: the result, and the fractions of its loop
/// and of its steps in these `seconds`.
Json pass_json(const Observation& observation, double seconds);
/// Returns the pass of a process that ended so. `text` is its pass_json() if it ended ok.
ObservedPass read_pass(const JobEnd& process, const std::string& text, long threads);

/// The outcome of a search for the fastest settings of a run.
struct Tuned {
  Tuning tuning = {};
  std::optional<RunPlan> plan = {};  ///< with the chosen settings; nothing: not tuned
  /// The pass with the chosen settings, or with the requested ones where the run is not tuned;
  /// nothing: not observed.
  std::optional<ObservedPass> pass = {};
  double cpu = 0;  ///< CPU time of the whole search (s)
};
/// The settings with which a search begins.
struct SearchStart {
  Settings settings = {};
  bool carries_algorithms = false;  ///< where they keep the result, no algorithm is searched
};
/// Searches for the settings of a plan, beginning with these if there are any; tune() of
/// harness/tuning/tune.hpp is one.
using Tuner = std::function<Tuned(const RunPlan&, const Judge&, const Limits&,
                                  const std::optional<SearchStart>& start)>;

/// Builds the record of a run part by part: first the observed pass (observe.hpp), then one timed
/// sample after the other (timing.hpp). Each part runs in its own process. A tuned run first
/// searches for its settings, and observes and times the chosen ones.
class Run {
 public:
  /// `conditions` are added to the environment of the record. A tuned plan needs a tuner.
  Run(const RunPlan& plan, const std::string& problem_hash, const Judge& judge,
      Json conditions = Json::object(), Tuner tuner = {});

  const std::string& id() const { return id_; }
  const RunPlan& plan() const { return *plan_; }
  bool observed() const { return !record_.empty(); }
  bool finished() const;
  /// Status with which the run ended, or `ok` if it has not failed so far.
  Status status() const { return status_; }
  /// Number of timed samples still to be taken.
  long samples_left() const;
  /// The settings that the search chose; nothing before it, and if the run is not tuned.
  std::optional<Settings> chosen_settings() const;
  /// Has the search begin with these settings, for instance those of a neighbouring step.
  void start_search_with(SearchStart start) { start_ = std::move(start); }
  /// Runs the next part. If the integrator throws an Error in the observed pass, the run becomes
  /// not_applicable.
  void advance(const Limits& limits);
  /// The record of a finished run.
  Record record() const;

  /// Result of the last advance(), as a line of JSON. After the observed pass it is the record
  /// without times; after a timed sample it is {"id", "sample": [setup, stepping], "core"} (s). A
  /// later program continues the run with add_part().
  const std::string& last_part() const { return last_part_; }
  /// Costs of the last advance().
  const PartCost& last_cost() const { return last_; }
  /// Adds a part that another process ran and wrote as last_part().
  void add_part(const std::string& line);

 private:
  void observe_apart(const Limits& limits);
  void time_apart(const Limits& limits);
  Record record_of(RunResult result) const;
  void put(const Record& record);
  void end(Status status, const std::string& reason);

  const RunPlan* plan_;
  const Judge* judge_;
  std::string problem_hash_, id_;
  Json conditions_;
  Tuner tuner_;
  std::optional<SearchStart> start_;
  std::optional<Tuning> tuning_;
  std::optional<RunPlan> chosen_;  // with the chosen settings of a tuned run
  // The record without times, as text to save memory: a sweep has many runs, and each forked
  // process inherits all of them. Empty before the observed pass.
  std::string record_, last_part_;
  Status status_ = Status::ok;
  std::vector<Sample> samples_;
  PartCost last_;
};

}  // namespace stiffbench
