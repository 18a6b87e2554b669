#pragma once

#include "problems/contract/optional_interfaces.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/problem.hpp"

#include <cmath>

namespace stiffbench {

/// The crash of a body that flies along x. The outputs are
///   deformation     how far its particles are from where a rigid motion of the body at rest would
///                   have them: the root of the mean square under the best such motion (m)
///   shortening      the same for the longest extent along x: by how much it is shorter (m)
///   plastic_work    what plastic flow has taken (J)
///   rebound         the mean velocity away from the wall over that of the start
///   energy_balance  the largest change of energy plus plastic work since the start (J): the error
///                   of the method, whatever the law of flow
///   series_t, series_deformation, series_plastic_work, series_velocity (of the mean, m/s)
class CrashOutputs final : public Outputs, public ResumableOutputs {
 public:
  /// `rest`: positions of the particles at rest (m), in the order of the unknowns. The problem must
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
