#pragma once

#include "problems/contract/mass.hpp"
#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <vector>

namespace stiffbench {

/// The rotation of a body about the z axis. The outputs are
///   turns                  the angle of the centre of mass about the axis, over 2 pi; it is
///                          positive anticlockwise, and a step must be less than half a turn
///   mean_angular_momentum  the time average of L_z = sum over x v_y - y v_x, weighted by the mass
///                          (kg m^2/s), by the trapezoidal rule
///   series_t, series_angular_momentum
class Turning final : public Outputs, public ResumableOutputs {
 public:
  /// `rest`: rest positions of the unknowns' vertices, to which the displacements are added; `mass`
  /// must outlive the outputs.
  Turning(Vec rest, const Mass& mass, double span, long points);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  Vec rest_;
  const Mass& mass_;
  TimeSeries series_;
  bool started_ = false;
  double start_ = 0, t_ = 0, momentum_ = 0, integral_ = 0;
  double angle_ = 0, turned_ = 0;
};

}  // namespace stiffbench
