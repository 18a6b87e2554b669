#include "problems/contract/outputs.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {

std::map<std::string, double> numbers_of(const Settings& result) {
  std::map<std::string, double> numbers;
  for (const auto& [name, value] : result) {
    if (const auto* whole = std::get_if<long>(&value)) numbers[name] = static_cast<double>(*whole);
    if (const auto* number = std::get_if<double>(&value); number && std::isfinite(*number))
      numbers[name] = *number;
  }
  return numbers;
}

void ContactTimes::see(double t, double distance) {
  const bool touches = distance < reach_;
  if (touches != touching_) {
    const double crossing =
        started_ ? t_ + (t - t_) * (reach_ - distance_) / (distance - distance_) : t;
    if (touches && ++contacts_ == 1) impact_ = crossing;
    if (!touches) separation_ = crossing;
  }
  started_ = true;
  touching_ = touches;
  t_ = t;
  distance_ = distance;
}

void ContactTimes::put(Settings& result) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  result["impact_time"] = contacts_ > 0 ? impact_ : none;
  result["separation_time"] = separated() ? separation_ : none;
  result["contacts"] = contacts_;
}

bool TimeSeries::due(double t) {
  if (points_ == 0) return false;
  // The time of a step may fall short of its point because of round-off.
  const long point =
      static_cast<long>((t - start_) / span_ * static_cast<double>(points_) * (1 + 1e-12));
  if (point <= last_point_) return false;
  last_point_ = point;
  add("t", t);
  return true;
}

void TimeSeries::put(Settings& result) const {
  for (const auto& [name, values] : series_) result["series_" + name] = values;
}

}  // namespace stiffbench
