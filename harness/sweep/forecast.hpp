#pragma once

#include "harness/estimates/progress.hpp"
#include "harness/run/run.hpp"
#include "harness/sweep/work_list.hpp"

namespace stiffbench {

/// Tracks the remaining work of a sweep, learns the costs of its parts, and shows progress.
class Forecast {
 public:
  Forecast(const Experiment& experiment, const WorkList& work_list, long jobs);

  /// Shows a reference in progress: the finished share, and the current activity.
  void show_reference(std::size_t block, double share, const std::string& what);
  /// Ends the reference of a block. Its cost is learnt if it was computed, not read.
  void end_reference(std::size_t block);
  /// Ends the observed pass of a run, counted over all blocks, after this wall-clock time (s).
  /// `samples` is the number of its remaining timed samples.
  void end_observed(std::size_t run, const PartCost& expense, double wall, long samples);
  /// Ends a timed sample of a run, of which `samples` remain.
  void end_sample(std::size_t run, const PartCost& expense, double wall, long samples);
  /// Counts a run that got its record.
  void end_run() { ++done_; }

  void show(const std::string& current);
  void show_end();
  /// Returns the key of the observed pass of a run.
  const CostKey& observed_key(std::size_t run) const { return runs_[2 * run].key; }
  /// Returns the expected cost of an observed pass (s).
  double observed_cost(std::size_t run) const;
  const CostModel& model() const { return model_; }

 private:
  void end_part(const PartCost& expense, double wall);
  std::string left_text(double& fraction);
  double references_left() const;

  CostModel model_;
  std::vector<PendingCost> references_, runs_;
  long jobs_, total_ = 0, done_ = 0;
  Progress progress_;
  Stopwatch since_start_, since_event_, since_reference_;
  Extrapolation extrapolation_;  // of the reference in progress
  double reference_start_ = 0;   // CPU time (s)
  std::size_t reference_ = 0;    // block whose reference is in progress
  bool computes_reference_ = false;
  double cpu_ = 0, wall_ = 0;  // sums over all parts (s)
};

/// Describes the time left (s); a part that is zero is omitted.
std::string left_text(double references, double runs);

}  // namespace stiffbench
