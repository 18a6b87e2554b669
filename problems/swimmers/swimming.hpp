#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/swimmers/motor.hpp"
#include "problems/swimmers/swimmer.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {

/// The motion of a swimmer that initially rests along the x axis. The outputs are
///   distance  final displacement of the head's centre along x (m), positive ahead
///   speed     distance over time (m/s)
///   turns     turns of the flagellum relative to the head, positive in the direction of a positive
///             torque; a step must be less than half a turn
///   series_t, series_distance, series_turns
class Swimming final : public Outputs, public ResumableOutputs {
 public:
  /// The motor must outlive the outputs.
  Swimming(const Motor& motor, double span, long points)
      : motor_(motor), series_(0, span, points) {}

  void see(const State& u) override {
    const double angle = motor_.turned(u.x);
    if (started_) turned_ += std::remainder(angle - angle_, 2 * std::numbers::pi);
    started_ = true;
    angle_ = angle;
    t_ = u.t;
    distance_ = 0;
    for (int i = 0; i < swimmer::head_points; ++i)
      distance_ += u.x[3 * static_cast<Eigen::Index>(i)] / swimmer::head_points;
    if (series_.due(u.t)) {
      series_.add("distance", distance_);
      series_.add("turns", turns());
    }
  }
  Settings result() const override {
    Settings result{
        {"distance", distance_}, {"speed", t_ > 0 ? distance_ / t_ : 0}, {"turns", turns()}};
    series_.put(result);
    return result;
  }
  std::vector<double> memory() const override { return {angle_, turned_, t_, distance_}; }
  void resume(const std::vector<double>& memory) override {
    started_ = true;
    angle_ = memory.at(0);
    turned_ = memory.at(1);
    t_ = memory.at(2);
    distance_ = memory.at(3);
  }

 private:
  double turns() const { return turned_ / (2 * std::numbers::pi); }

  const Motor& motor_;
  TimeSeries series_;
  bool started_ = false;
  double angle_ = 0, turned_ = 0, t_ = 0, distance_ = 0;
};

}  // namespace stiffbench
