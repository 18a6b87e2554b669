#include "problems/outputs/turning.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace stiffbench {

Turning::Turning(Vec rest, const Mass& mass, double span, long points)
    : rest_(std::move(rest)), mass_(mass), series_(0, span, points) {}

void Turning::see(const State& u) {
  Vec momentum, position;
  mass_.times(u.v, momentum);
  mass_.times(rest_ + u.x, position);
  double about_axis = 0, x = 0, y = 0;
  for (Eigen::Index i = 0; i < u.x.size(); i += 3) {
    about_axis += (rest_[i] + u.x[i]) * momentum[i + 1] - (rest_[i + 1] + u.x[i + 1]) * momentum[i];
    x += position[i];
    y += position[i + 1];
  }
  const double angle = std::atan2(y, x);
  if (started_) {
    integral_ += (u.t - t_) * (about_axis + momentum_) / 2;
    turned_ += std::remainder(angle - angle_, 2 * std::numbers::pi);
  } else {
    start_ = u.t;
  }
  started_ = true;
  t_ = u.t;
  momentum_ = about_axis;
  angle_ = angle;
  if (series_.due(u.t)) series_.add("angular_momentum", about_axis);
}

Settings Turning::result() const {
  Settings result{{"turns", turned_ / (2 * std::numbers::pi)},
                  {"mean_angular_momentum", t_ > start_ ? integral_ / (t_ - start_) : momentum_}};
  series_.put(result);
  return result;
}

std::vector<double> Turning::memory() const {
  return {start_, t_, momentum_, integral_, angle_, turned_};
}

void Turning::resume(const std::vector<double>& memory) {
  started_ = true;
  start_ = memory.at(0);
  t_ = memory.at(1);
  momentum_ = memory.at(2);
  integral_ = memory.at(3);
  angle_ = memory.at(4);
  turned_ = memory.at(5);
}

}  // namespace stiffbench
