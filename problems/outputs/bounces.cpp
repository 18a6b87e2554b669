#include "problems/outputs/bounces.hpp"

#include <algorithm>
#include <type_traits>

namespace stiffbench {
namespace {

/// Returns the height of the top of the parabola through three points.
double top(const std::array<double, 3>& t, const std::array<double, 3>& y) {
  const double first = (y[1] - y[0]) / (t[1] - t[0]), second = (y[2] - y[1]) / (t[2] - t[1]);
  const double curvature = (second - first) / (t[2] - t[0]);
  const double slope = second + (t[1] - t[2]) * curvature;  // at t[1]: weighted mean of both slopes
  return y[1] - slope * slope / (4 * curvature);
}

}  // namespace

void Bounces::see(const State& u) {
  const auto [centre, gap] = heights_(u);
  least_gap_ = std::min(least_gap_, gap);
  contact_.see(u.t, gap);
  if ((gap < reach_) != (last_.gap < reach_))
    turning_points_.insert(turning_points_.end(), {last_, {u.t, gap}});
  last_ = {u.t, gap};
  if (series_.due(u.t)) series_.add("height", centre);
  if (gap < reach_) {
    touched_ = true;
    flight_ = 0;
    return;
  }
  std::rotate(t_.begin(), t_.begin() + 1, t_.end());
  std::rotate(height_.begin(), height_.begin() + 1, height_.end());
  t_[2] = u.t;
  height_[2] = centre;
  flight_ = std::min(flight_ + 1, 3);
  if (touched_ && flight_ == 3 && height_[1] >= height_[0] && height_[1] > height_[2])
    apexes_.push_back(top(t_, height_));
}

Settings Bounces::result() const {
  Settings result{{"apexes", apexes_}, {"least_gap", least_gap_}};
  contact_.put(result);
  series_.put(result);
  return result;
}

std::vector<double> Bounces::memory() const {
  std::vector<double> all = {least_gap_, double(touched_), double(flight_), last_.t, last_.gap};
  all.insert(all.end(), t_.begin(), t_.end());
  all.insert(all.end(), height_.begin(), height_.end());
  all.push_back(static_cast<double>(turning_points_.size()));
  for (const Gap& at : turning_points_) all.insert(all.end(), {at.t, at.gap});
  all.insert(all.end(), apexes_.begin(), apexes_.end());
  return all;
}

void Bounces::resume(const std::vector<double>& memory) {
  auto next = memory.begin();
  const auto read = [&](auto&... numbers) {
    ((numbers = static_cast<std::remove_reference_t<decltype(numbers)>>(*next++)), ...);
  };
  std::size_t count = 0;
  read(least_gap_, touched_, flight_, last_.t, last_.gap);
  read(t_[0], t_[1], t_[2], height_[0], height_[1], height_[2], count);
  turning_points_.resize(count);
  contact_ = ContactTimes(reach_);
  for (Gap& at : turning_points_) {
    read(at.t, at.gap);
    contact_.see(at.t, at.gap);
  }
  contact_.see(last_.t, last_.gap);
  apexes_.assign(next, memory.end());
}

}  // namespace stiffbench
