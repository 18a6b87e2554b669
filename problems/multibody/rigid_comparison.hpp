#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/multibody/euler_top.hpp"

#include <Eigen/Core>

#include <cmath>
#include <utility>
#include <vector>

namespace stiffbench {

/// The motion of a free elastic body beside that of the rigid body with its shape at rest. The
/// body's points lie in pairs on its principal axes; the third and the fourth point are those on
/// the axis of the intermediate moment of inertia. The outputs are
///   deviation         the largest distance of a point from the same point of the rigid body (m)
///   flips             number of times that the rate about the intermediate axis changes its sign
///   flip_time         the first of these times, linearly interpolated (s)
///   flip_time_ratio   that over the time of the rigid body
///   series_t, series_rate, series_rigid_rate  the rate about the intermediate axis (rad/s): of
///                     the body, from its angular momentum, and of the rigid body
class RigidComparison final : public Outputs, public ResumableOutputs {
 public:
  struct Shape {
    Eigen::Matrix3Xd rest;  ///< positions (m)
    double mass;            ///< of each point (kg)
    double moment;          ///< the intermediate one (kg m^2)
  };
  RigidComparison(Shape shape, const EulerTop& top, double span, long points)
      : shape_(std::move(shape)), top_(top), series_(0, span, points) {}

  void see(const State& u) override {
    const Eigen::Matrix3Xd x = shape_.rest + u.x.reshaped(3, shape_.rest.cols()),
                           rigid = top_.axes(u.t) * shape_.rest;
    deviation_ = std::max(deviation_, (x - rigid).colwise().norm().maxCoeff());
    const double now = rate(x, u);
    if (std::isnan(first_flip_) && rate_ * now < 0)
      first_flip_ = t_ + (u.t - t_) * rate_ / (rate_ - now);
    if (rate_ * now < 0) ++flips_;
    t_ = u.t;
    rate_ = now;
    if (!series_.due(u.t)) return;
    series_.add("rate", now);
    series_.add("rigid_rate", top_.rates(u.t)[1]);
  }
  Settings result() const override {
    Settings all{{"deviation", deviation_},
                 {"flips", flips_},
                 {"flip_time", first_flip_},
                 {"flip_time_ratio", first_flip_ / top_.quarter_period()}};
    series_.put(all);
    return all;
  }
  std::vector<double> memory() const override {
    return {deviation_, t_, rate_, first_flip_, static_cast<double>(flips_)};
  }
  void resume(const std::vector<double>& memory) override {
    deviation_ = memory[0], t_ = memory[1], rate_ = memory[2];
    first_flip_ = memory[3], flips_ = std::lround(memory[4]);
  }

 private:
  double rate(const Eigen::Matrix3Xd& x, const State& u) const {
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
    for (Eigen::Index i = 0; i < x.cols(); ++i)
      momentum += shape_.mass * x.col(i).cross(Eigen::Vector3d(u.v.segment<3>(3 * i)));
    return momentum.dot((x.col(2) - x.col(3)).normalized()) / shape_.moment;
  }

  Shape shape_;
  EulerTop top_;
  TimeSeries series_;
  double deviation_ = 0, t_ = 0, rate_ = 0, first_flip_ = NAN;
  long flips_ = 0;
};

}  // namespace stiffbench
