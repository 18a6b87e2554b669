#pragma once

#include "harness/estimates/costs.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/run/run.hpp"
#include "harness/sweep/agenda.hpp"

namespace stiffbench {

/// Knows what is left of a sweep, learns what its parts cost, and shows both as progress.
class Forecast {
 public:
  Forecast(const Agenda& agenda, const Limits& limits, long jobs);

  /// A reference is under way: its share that is done, and the activity in words.
  void show_reference(std::size_t block, double share, const std::string& what);
  /// The reference of a block is there. It is learnt if it was computed and not read.
  void end_reference(std::size_t block);
  /// The observed pass of a run, counted over all blocks, has ended after this wall-clock time (s).
  /// `samples` are left to take of it.
  void end_observed(std::size_t run, const PartCost& expense, double wall, long samples);
  /// A timed sample of a run has ended; `samples` are left.
  void end_sample(std::size_t run, const PartCost& expense, double wall, long samples);
  /// A run has got its record.
  void end_run() { ++done_; }

  void show(const std::string& current);
  void show_end();
  /// The key of the observed pass of a run.
  const CostKey& observed_key(std::size_t run) const { return runs_[2 * run].key; }
  /// The expected cost of an observed pass (s); 0 where nothing has been measured at all.
  double observed_cost(std::size_t run) const;
  const CostModel& model() const { return model_; }
  long done() const { return done_; }

 private:
  void end_part(const PartCost& expense, double wall);
  std::string left_text(double& fraction);
  std::optional<double> references_left() const;

  CostModel model_;
  std::vector<PendingCost> references_, runs_;
  long jobs_, total_ = 0, done_ = 0;
  Progress progress_;
  Stopwatch since_start_, since_event_, since_reference_;
  double reference_start_ = 0, reference_share_ = 0;  // time of the processor (s), share
  std::size_t reference_ = 0;                         // block whose reference is under way
  bool computes_reference_ = false;
  double cpu_ = 0, wall_ = 0;  // sums over all parts (s)
};

/// The time left in words; a part that is zero is left out.
std::string left_text(const std::optional<double>& references, const std::optional<double>& runs);

}  // namespace stiffbench
