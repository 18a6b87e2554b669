#include "harness/run/energy.hpp"

#include <cmath>

namespace stiffbench {

EnergyFollower::EnergyFollower(double t, double energy, long count, long points)
    : count_(count), points_(points), mean_t_(t) {
  summary_.initial = summary_.final = energy;
  if (points_ > 0) {
    summary_.series_t.push_back(t);
    summary_.series_drift.push_back(0);
  }
}

void EnergyFollower::add(long index, double t, double energy) {
  const double drift = energy - summary_.initial;
  summary_.final = energy;
  summary_.max_drift = std::fmax(summary_.max_drift, std::abs(drift));
  squares_ += static_cast<long double>(drift) * drift;

  // Running means, because sums of t^2 would lose the slope of a long run to round-off.
  ++samples_;
  const double n = static_cast<double>(samples_), offset = t - mean_t_;
  mean_t_ += offset / n;
  mean_drift_ += (drift - mean_drift_) / n;
  t_drift_ += offset * (drift - mean_drift_);
  t_t_ += offset * (t - mean_t_);

  if (points_ > 0 && index * points_ / count_ > last_point_) {
    last_point_ = index * points_ / count_;
    summary_.series_t.push_back(t);
    summary_.series_drift.push_back(drift);
  }
}

std::optional<EnergySummary> EnergyFollower::summary() const {
  // If an energy is not finite, the sum of squares is not finite either.
  if (!std::isfinite(summary_.initial) || !std::isfinite(squares_)) return std::nullopt;
  EnergySummary result = summary_;
  result.rms_drift = static_cast<double>(std::sqrt(squares_ / static_cast<long double>(samples_)));
  result.slope = samples_ > 1 ? t_drift_ / t_t_ : 0;
  return result;
}

}  // namespace stiffbench
