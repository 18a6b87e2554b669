#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <algorithm>
#include <vector>

namespace stiffbench {

/// The displacement of the centre of a body's top, which consists of the last `nodes` free nodes; z
/// points upwards. The outputs are
///   deflection          final displacement along a horizontal direction (m)
///   largest_deflection  the largest horizontal distance from the rest position (m)
///   sinking             final depth below the rest position (m)
///   series_t, series_deflection
class TopDeflection final : public Outputs, public ResumableOutputs {
 public:
  TopDeflection(Eigen::Index nodes, const Eigen::Vector3d& along, double span, long points)
      : nodes_(nodes), along_(along), series_(0, span, points) {}

  void see(const State& u) override {
    top_ = u.x.tail(3 * nodes_).reshaped(3, nodes_).rowwise().mean();
    largest_ = std::max(largest_, top_.head<2>().norm());
    if (series_.due(u.t)) series_.add("deflection", along_.dot(top_));
  }
  Settings result() const override {
    Settings result{
        {"deflection", along_.dot(top_)}, {"largest_deflection", largest_}, {"sinking", -top_[2]}};
    series_.put(result);
    return result;
  }
  std::vector<double> memory() const override { return {top_[0], top_[1], top_[2], largest_}; }
  void resume(const std::vector<double>& memory) override {
    top_ << memory.at(0), memory.at(1), memory.at(2);
    largest_ = memory.at(3);
  }

 private:
  Eigen::Index nodes_;
  Eigen::Vector3d along_, top_ = Eigen::Vector3d::Zero();
  TimeSeries series_;
  double largest_ = 0;
};

}  // namespace stiffbench
