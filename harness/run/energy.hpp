#pragma once

#include "harness/records/record.hpp"

#include <optional>

namespace stiffbench {

/// Computes the statistics of the energy drift step by step, in memory independent of the number of
/// steps.
class EnergyFollower {
 public:
  /// Starts at time t (s) with this energy (J), for a run of `count` steps. The summary holds the
  /// drift at the start and at `points` evenly spaced steps.
  EnergyFollower(double t, double energy, long count, long points);
  /// Adds the energy (J) after step `index`, counted from 1, at time t (s).
  void add(long index, double t, double energy);
  /// Returns the statistics so far, or nothing if an energy was not finite.
  std::optional<EnergySummary> summary() const;

 private:
  EnergySummary summary_;
  long count_, points_, last_point_ = 0;
  long samples_ = 1;         // the start is a sample with drift 0
  long double squares_ = 0;  // of the drifts (J^2); overflows a double long before the drifts do
  double mean_t_, mean_drift_ = 0, t_drift_ = 0, t_t_ = 0;
};

}  // namespace stiffbench
