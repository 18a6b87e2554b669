#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/problem.hpp"

#include <cmath>

namespace stiffbench {

/// The crash of a body that flies along x. The outputs are
///   deformation     root mean square distance of the particles from the best-fitting rigid motion
///                   of the body at rest (m)
///   shortening      the decrease of the extent along x (m)
///   plastic_work    the energy that plastic flow has dissipated (J)
///   rebound         the mean velocity away from the wall, divided by the initial speed
///   energy_balance  the largest change of energy plus plastic work since the start (J): the error
///                   of the method, whatever the law of flow
///   series_t, series_deformation, series_plastic_work, series_velocity (mean velocity, m/s)
class CrashOutputs final : public Outputs, public ResumableOutputs {
 public:
  /// `rest`: rest positions of the particles (m), in the order of the unknowns. The problem must
  /// outlive the outputs.
  CrashOutputs(const Problem& problem, const Eigen::Matrix3Xd& rest, double speed, long points)
      : problem_(problem),
        rest_(rest),
        speed_(speed),
        energy_(problem.energy(problem.start())),
        series_(0, problem.end_time(), points) {}

  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  const Problem& problem_;
  const Eigen::Matrix3Xd& rest_;
  double speed_, energy_;
  TimeSeries series_;
  double deformation_ = 0, shortening_ = 0, work_ = 0, velocity_ = 0, imbalance_ = 0;
};

}  // namespace stiffbench
