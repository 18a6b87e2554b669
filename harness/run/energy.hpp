#pragma once

#include "harness/records/record.hpp"

#include <optional>

namespace stiffbench {

/// Gathers the energy step by step, in a fixed amount of memory.
class EnergyFollower {
 public:
  /// `points` of the drift over `count` steps are kept, evenly spread, beside that of the start.
  EnergyFollower(double t, double energy, long count, long points);
  /// Energy after step `index` (from 1).
  void add(long index, double t, double energy);
  /// Nothing when an energy was not finite.
  std::optional<EnergySummary> summary() const;

 private:
  EnergySummary summary_;
  long count_, points_, kept_ = 0;
  long samples_ = 1;  // the start is one, with drift 0
  double squares_ = 0, mean_t_, mean_drift_ = 0, t_drift_ = 0, t_t_ = 0;
};

}  // namespace stiffbench
