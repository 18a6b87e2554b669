#pragma once

#include "harness/run/run.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace stiffbench {

/// One setting of an integrator that a search has observed.
struct Trial {
  Settings settings = {};  ///< values that differ from the requested ones
  ObservedPass pass = {};
  std::optional<double> difference = {};  ///< from the control, if the run ended ok
  bool accepted = false;                  ///< the difference is at most the bound
  double seconds = 0;                     ///< preparation and steps of the pass (s)
  bool repeats_work = false;              ///< nothing is gained over an earlier trial

  bool ok() const { return pass.result.status == Status::ok; }
};

/// Observes settings of a run, each once and in its own process, and compares their states with
/// those of a control.
class Trials {
 public:
  /// All three outlive the trials.
  Trials(const RunPlan& requested, const Judge& judge, const Limits& limits);

  /// Returns the values of these settings that differ from the requested ones.
  Settings changes_of(Settings settings) const;
  /// Returns the value of a parameter with these changes of the requested settings.
  Value value_of(const Settings& changes, const std::string& name) const;
  /// Returns the plan with these changes, or nothing if the integrator refuses them.
  std::optional<RunPlan> plan_of(const Settings& changes) const;

  /// Observes the first trial, which precedes the control and may take as long as a run. Returns
  /// false if the integrator refuses its settings.
  bool observe_first(const Settings& changes);
  /// True where the first trial ended as timeout. More precise settings will hardly end in time.
  bool is_out_of_time() const;
  /// Observes the control, which may take three times as long as a run, or as long as one if the
  /// first trial is out of time. Returns the reason why nothing can be compared with it, or an
  /// empty string. The first trial is compared with it from now on.
  std::string observe_control(const Settings& changes);
  /// Observes these changes of the requested settings. Returns null if the integrator refuses them.
  /// The requested settings may take as long as a run. Other trials may take three times as long as
  /// the fastest accepted one and 0.3 s more, with their preparation, because a slower one is
  /// hardly ever the start of a faster one; without an accepted one, 10 s or three times the
  /// control, whichever is longer.
  Trial* observe(const Settings& changes);
  /// Observes settings that are expected to be fast. If they are accepted, later trials may
  /// take 1.5 times as long as the fastest one instead of three times.
  Trial* observe_start(const Settings& changes);
  /// The trial with these changes; null if they are not observed or refused.
  const Trial* find(const Settings& changes) const;
  /// Takes a timed sample of preparation and steps (s); infinite if the run fails.
  double time(const Trial& trial);

  std::deque<Trial>& all() { return trials_; }
  const std::deque<Trial>& all() const { return trials_; }
  double error() const { return error_; }
  double bound() const { return bound_; }
  const std::string& measure() const { return measure_; }
  double cpu() const { return cpu_; }  ///< CPU time of all processes so far (s)

 private:
  /// A trial with its states at the checkpoints, which are none if it failed.
  struct TrialWithStates {
    Trial* trial = nullptr;
    std::vector<State> states = {};
    double seconds = 0;  // of the process
  };
  /// Observes settings, and keeps the states. The trial is null if the integrator refuses them.
  TrialWithStates observe_states(const Settings& changes, const Limits& limits);
  Trial& add(const Settings& changes, const JobEnd& process, const std::string& json);
  void compare_first();
  /// Limits the whole time of later trials (s), unless they have a shorter limit.
  void limit_to(double seconds);
  /// Limits it by that of an accepted trial (s).
  void limit_beside(double accepted) { limit_to(longest_ * accepted + 0.3); }
  std::string set_bound(const RunError& error);

  const RunPlan& requested_;
  const Judge& judge_;
  const Limits& limits_;
  Limits limits_of_trial_;  // of all but the control and the requested settings
  double longest_ = 3;      // times the fastest accepted one
  Settings requested_settings_;
  std::deque<Trial> trials_;                // in order
  std::map<std::string, Trial*> observed_;  // by the text of their changes; null: refused
  TrialWithStates first_;
  std::vector<State> control_;  // its states at the checkpoints
  double error_ = 0, bound_ = 0, cpu_ = 0;
  std::string measure_;
};

}  // namespace stiffbench
